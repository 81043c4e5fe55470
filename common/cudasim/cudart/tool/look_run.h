// look_run.h - cudasim --look: the page about the run of a program.
#pragma once

#include <stdbool.h>

// Where the machine writes its recording: the value of the option look. Before the program starts.
const char *look_begin(const char *folder);
// The program has ended: writes the page, and opens it in a browser if there is one. Where there is
// no page, one line on standard error says why. False: there should have been one; a program that
// has not used the GPU has none.
bool look_end(char **program, bool used_gpu, bool open);
