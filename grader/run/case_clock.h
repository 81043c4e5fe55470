// case_clock.h - how much time a case may take, beside its budget of instructions.
//
// The budget decides: it counts what the simulator does, so it ends a kernel at the same
// instruction on every machine. A clock is needed for the rest, which is host code: its processor
// time, and the time that it sleeps. So that a clock never fires before a budget, and a slow
// machine gives the same verdict as a fast one,
//
//   - time in kernels has a limit of its own, a net: it has room for all of the budget, several
//     times what the slowest instructions take with all checkers;
//   - seconds are those of a machine of ordinary speed: a slower one, which needs longer for a
//     fixed piece of work (clock_slowness), gets as many times more;
//   - time in which a busy machine keeps a case waiting does not count.
//
// All cases of a run together have as much time as RUN_CASES of them. So many cases that each
// stop just before their limit do not take without end.
// GRADE_TIMEOUT_SCALE stretches all of it.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { RUN_CASES = 4 };

typedef struct {
    double host_limit, kernel_limit, sleep_limit; // of the case: seconds
    double host, kernel, slept;                   // of the case, so far
    double run_host, run_kernel, run_slept;       // of all cases of the run
    double looked, cpu_seen;                      // when somebody last looked, and what was seen
} CaseClock;

typedef enum { CASE_in_host_code, CASE_in_kernel, CASE_sleeps } CaseDoes;

// A case begins `now`, with a budget of instructions for each launch; its process has used
// `cpu` processor seconds. A clock of zeros is that of a new run.
void case_clock_start(CaseClock *clock, uint64_t budget, double now, double cpu);

// Whether it has used too much, seen `now`: its process has used `cpu` processor seconds.
bool case_clock_is_over(CaseClock *clock, double now, double cpu, CaseDoes does);
