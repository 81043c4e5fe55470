// options.h - the command line of build/grade.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { DEFAULT_SEED = 0x5c41 }; // of a student's own labs/

typedef enum {
    COMMAND_grade, // if no other one is named
    COMMAND_verify,
    COMMAND_list,
    COMMAND_history,
    COMMAND_reset,
    COMMAND_hint,
    COMMAND_questions,
    COMMAND_run,
    COMMAND_look,
    COMMAND_cases,
    COMMAND_replay,
    COMMAND_gates,
    COMMAND_facts,
    COMMAND_sandbox,
    COMMAND_version,
    COMMANDS
} GraderCommand;

typedef struct {
    GraderCommand command;
    const char *verify, *look, *facts; // what these commands are about; NULL: another command
    int part, level, jobs, finding;    // 0: all parts; hints up to this one; 0: one per processor
    bool no_history, debug, plain, require_sandbox;
    const char *submission, *json, *format, *nvcc, *todo, *case_name; // NULL: not given
    const char *own_size, *own_values; // of a case of one's own; NULL: not given
    bool fresh_seed;                   // --fresh-seed
    bool has_seed;                     // --seed, or GRADE_SEED
    uint64_t seed;                     // that one, or the default
    char **words;                      // the labs
    int count;
} Options;

// Ends the program with status 2 and a message if the usage is wrong.
Options options_read(int argc, char **argv);

__attribute__((noreturn)) void usage_error(const char *what, const char *which);
