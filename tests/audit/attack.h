// attack.h - one hostile submission of tests/hostile/, as its first lines describe it.
#pragma once

#include <stdarg.h>
#include <stdbool.h>

#include "grader/grader.h"

enum { MAX_ATTACKS = 512, MAX_KINDS = 32, MAX_TEXT = 512 };

typedef enum {
    VERDICT_no_points,  // the part earns nothing
    VERDICT_lost,       // the item earns nothing, and its message contains the words
    VERDICT_all_points, // harmless, though it looks dangerous: the part earns everything
    VERDICT_status      // the command leaves with this status
} VerdictKind;

typedef struct {
    char kind[32], name[64], path[MAX_TEXT];
    const Lab *lab;
    const Part *part;
    VerdictKind verdict;
    char item[128];           // VERDICT_lost: lab.part.item
    char words[MAX_TEXT];     // and what its message says
    char setup[4 * MAX_TEXT]; // shell commands, run in the lab's folder of the submission
    char folder[MAX_TEXT];    // the submission's name; "": as the attack
    bool after_solution;      // the solution is graded first, in the same folder
    bool silent;              // it cannot say that it was tried: no code of it runs
    bool quick;               // one of the few that `make test` runs
} Attack;

// Reads all files of tests/hostile/, in folders by kind, sorted; returns how many. Ends the program
// at a file that is not one.
int attacks_read(Attack *attacks);
