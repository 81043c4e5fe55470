// driver_entry.h - functions of the driver API that a program gets as pointers.
#pragma once

#include <cuda.h>

// The function `name`, if it exists in that version of CUDA (1000 * major + 10 * minor); NULL if
// not. *since: the version that has introduced it; 0: no such function.
void *driver_entry(const char *name, unsigned version, unsigned *since);
