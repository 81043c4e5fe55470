// case_clock.c - how much time a case may take, beside its budget of instructions.
#include "case_clock.h"

#include <assert.h>
#include <stdlib.h>

#include "common/cudasim/cudasim.h"
#include "grader/base/clock.h"

enum {
    HOST_SECONDS = 15,  // for host code
    SLEEP_SECONDS = 25, // for host code that waits, while the machine does nothing either
};
#define BUDGET_SECONDS 10e-6 // for each instruction of the budget of all launches
#define LOOK_SECONDS 0.05    // the most that one look adds to the time asleep

static double stretch(void)
{
    const char *scale = getenv("GRADE_TIMEOUT_SCALE");
    double factor = scale ? atof(scale) : 1;
    return (factor > 0 ? factor : 1) * clock_slowness();
}

void case_clock_start(CaseClock *clock, uint64_t budget, double now, double cpu)
{
    double factor = stretch();
    double instructions = CUDASIM_LAUNCHES_OF_BUDGET * (double)budget;
    clock->host_limit = HOST_SECONDS * factor;
    clock->kernel_limit = BUDGET_SECONDS * instructions * factor;
    clock->sleep_limit = SLEEP_SECONDS * factor;
    clock->host = clock->kernel = clock->slept = 0;
    clock->looked = now;
    clock->cpu_seen = cpu;
}

static bool is_too_much(double *of_case, double *of_run, double more, double limit)
{
    *of_case += more;
    *of_run += more;
    return *of_case > limit || *of_run > RUN_CASES * limit;
}

// What has been used since the last look counts as what is seen now.
bool case_clock_is_over(CaseClock *c, double now, double cpu, CaseDoes does)
{
    assert(c->host_limit > 0); // it was started
    double since = now - c->looked, worked = cpu - c->cpu_seen;
    c->looked = now;
    c->cpu_seen = cpu;
    if (does == CASE_sleeps && // only time that was seen counts
        is_too_much(&c->slept, &c->run_slept, since < LOOK_SECONDS ? since : LOOK_SECONDS,
                    c->sleep_limit))
        return true;
    return does == CASE_in_kernel ? is_too_much(&c->kernel, &c->run_kernel, worked, c->kernel_limit)
                                  : is_too_much(&c->host, &c->run_host, worked, c->host_limit);
}
