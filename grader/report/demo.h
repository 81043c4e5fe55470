// demo.h - `make hint`, `make run`.
#pragma once

#include "report.h"

// The attempts at a part, as history_read() gives them.
typedef json_t *ReadAttempts(const Lab *lab, const Part *part);

// The hints of a part (0: of all parts) up to a level; what fits the last attempt comes first.
// False if there is none.
bool demo_hint(const Lab *lab, int part, int level, ReadAttempts *read);
// Runs one case of every part and prints a table of counters and times.
// Returns an exit code as build/grade has them.
// `own`: a case of a student's own, of the parts that can have it; NULL: those of the suite.
int demo_run(const Selected *selected, uint64_t seed, const OwnCase *own);
