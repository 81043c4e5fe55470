// options.h - the options of cudasim.
#pragma once

#include <limits.h>
#include <stdbool.h>

enum { EXIT_USAGE = 2, EXIT_NOT_RUN = 126, EXIT_NOT_FOUND = 127, OPTIONS_SIZE = 3 * PATH_MAX };

typedef struct {
    char text[OPTIONS_SIZE]; // CUDASIM_OPTIONS
    int error_exitcode;      // -1: not given
    bool debug, dap;
    const char *first_command; // of the debugger; NULL: none
    const char *look;          // the folder for a page about the run; NULL: not asked for
    bool no_open;
    bool may_start_others; // see check_program()
} Settings;

// Prints "cudasim: ..." as printf does, and leaves.
_Noreturn void end_with(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Adds key=value to s->text.
void add_option(Settings *s, const char *key, const char *value);

// Returns the place of the program in argv; argc: there is none. Wrong options end the command.
int read_options(int argc, char **argv, Settings *s);
