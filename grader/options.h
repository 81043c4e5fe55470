// options.h - the command line of build/grade.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { DEFAULT_SEED = 0x5c41 }; // of a student's own labs/

typedef struct {
    int part, level, jobs, finding; // 0: all parts; hints up to this one; 0: one per processor
    bool list, hint, run, gates, history, no_history, reset, cases, replay, debug, plain, version,
        sandbox, require_sandbox;
    const char *submission, *json, *format, *nvcc, *verify, *todo, *look, *case_name,
        *facts;      // NULL: not given
    bool fresh_seed; // --fresh-seed
    bool has_seed;   // --seed, or GRADE_SEED
    uint64_t seed;   // that one, or the default
    char **words;    // the labs
    int count;
} Options;

// Ends the program with status 2 and a message if the usage is wrong.
Options options_read(int argc, char **argv);

__attribute__((noreturn)) void usage_error(const char *what, const char *which);
