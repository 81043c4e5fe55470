// replay.h - `make replay DEBUG=1`: a finding once more, under the debugger.
#pragma once

#include "look.h"

// Compiles the part for the debugger, writes the case in which the finding was made first to a
// file, and becomes `build/cudasim --debug build/replay`, with the schedule in which it was made.
// Returns only if that is not possible, an exit code as build/grade has them.
int replay_in_debugger(const LookOrder *order, const char *nvcc);
