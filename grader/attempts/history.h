// history.h - what a student's own attempts have earned, kept on this machine.
//
//   .history/LAB/partN.jsonl   one line of JSON per attempt, the oldest first
//   .history/LAB/lock          held while one of these files is written
//
// A line has the key of what was graded: a digest of the files, the seed and the versions. The same
// content graded again is no new attempt. A grade is not made from the history: grading only writes
// it. It lies beside build/, not in it, so that `make clean` does not take it away.
#pragma once

#include "grader/report/report.h"

enum {
    KEPT_ATTEMPTS = 100,   // of one part; the oldest ones go
    EXTRA_ATTEMPTS = 20,   // that a file may have above that until it is written anew
    MAX_ATTEMPT = 64 << 10 // bytes of a line
};

// Adds an attempt for each part of the grade that was judged.
void history_add(const Grade *grade);

// The attempts of a part, an array, the oldest first; to be given back with json_decref(). Lines
// that are broken are left out.
json_t *history_read(const Lab *lab, const Part *part);

// The points of the last attempt; -1: there is none.
int history_points(const Lab *lab, const Part *part);

// ---- changes.c ------------------------------------------------------------------------------

// What is better, what is worse, and what is only different, in words: "race gone".
typedef struct {
    Lines better, worse, other;
} Changes;

// Whether another attempt can be better or worse: it was compiled, and begun.
bool changes_possible(const json_t *attempt);
// Compares two such attempts of one part.
void changes_find(Changes *changes, const json_t *before, const json_t *now);
void changes_free(Changes *changes);

// ---- history_print.c ------------------------------------------------------------------------

// What the last attempt at each part of the grade has changed; nothing where it is the first one.
// `columns` as from terminal_columns().
void history_print_last(const Grade *grade, int columns, FILE *out);
// Prints the attempts of the selected parts, and what each has changed.
void history_print(const Selected *selected, int count, int columns, FILE *out);
