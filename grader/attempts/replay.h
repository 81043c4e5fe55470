// replay.h - `make replay DEBUG=1`: a finding once more, under the debugger.
#pragma once

#include "grader/run/wire.h"
#include "look.h"

// Compiles the part for the debugger, writes the case in which the finding was made first to a
// file, and becomes `build/cudasim --debug build/replay`, with the schedule in which it was made.
// Returns only if that is not possible, an exit code as build/grade has them.
int replay_in_debugger(const LookOrder *order);

// Writes a case for build/replay. The file's name, good until the next call; or NULL, with errno.
const char *replay_write_case(const LookOrder *order, const CaseList *list, int number,
                              WireCase *wire);
