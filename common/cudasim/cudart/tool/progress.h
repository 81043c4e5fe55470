// progress.h - what a user sees of a kernel that runs for long.
#pragma once

#include <stddef.h>
#include <stdint.h>

// Shows a line on the terminal, if standard error is one, from a second after a launch began on.
void progress_begin(void);
// The user's signal: the kernel that runs ends, and one line says how far it has come.
void progress_interrupt(void);
// "kernel: 12 of 4096 blocks, 3 s, about 17 s more"; without a guess before the first block's end.
void progress_text(char *text, size_t size, const char *kernel, uint64_t done, uint64_t total,
                   double seconds);
