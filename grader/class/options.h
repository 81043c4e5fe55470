// options.h - the command line of build/class.
#pragma once

#include <stdbool.h>

#include "remember.h"

typedef struct {
    const char *submissions, *out, *regrade, *nvcc;
    ClassOptions given;      // what a class remembers
    int jobs, share, shares; // 1 of 1: all
    bool again, prepare;
    // Commands of their own.
    bool left_out;     // --left-out
    bool locks;        // --locks
    const char *total; // --total FILE FOLDER...
    char **folders;
    int folder_count;
} ClassCommand;

// Ends the program with status 2 and a line if the usage is wrong.
ClassCommand options_read(int argc, char **argv);
// Prints "class: WHAT: WHICH" (WHICH may be NULL), and ends the program.
__attribute__((noreturn)) void end_with(int status, const char *what, const char *which);
