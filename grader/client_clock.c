// client_clock.c - the clocks of the C library, as the lab's code sees them.
//
// How long the simulator takes is nobody's result, and tells something about the data that kernels
// have computed with. So all clocks show the time of the modelled GPU's host, and each look takes a
// microsecond of it. The functions take the place of the C library's, in all objects that are
// opened later. What they tell counts as received (common/cudasim/cudart/api/told.c).
#include "client_clock.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <time.h>

#define SHOWN __attribute__((visibility("default")))

enum { BEGIN_SECONDS = 1767225600, LOOK_NS = 1000 }; // 2026 begins

static double (*machine_us)(void);
static atomic_uint_least64_t looks;

void client_clock_init(double (*us)(void))
{
    machine_us = us;
#ifdef PR_SET_TSC // the processor's counter: client/touch.c answers for it
    prctl(PR_SET_TSC, PR_TSC_SIGSEGV);
#endif
}

static uint64_t now_ns(void)
{
    double us = machine_us ? machine_us() : 0;
    return (uint64_t)(1000 * us) + LOOK_NS * ++looks;
}

static bool shows_date(clockid_t clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

SHOWN int clock_gettime(clockid_t clock, struct timespec *t)
{
    uint64_t ns = now_ns();
    *t = (struct timespec){(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
    if (shows_date(clock))
        t->tv_sec += BEGIN_SECONDS;
    return 0;
}

SHOWN int gettimeofday(struct timeval *restrict t, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    *t = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

SHOWN time_t time(time_t *t)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (t)
        *t = now.tv_sec;
    return now.tv_sec;
}

SHOWN int timespec_get(struct timespec *t, int base)
{
    return base == TIME_UTC && !clock_gettime(CLOCK_REALTIME, t) ? base : 0;
}

SHOWN clock_t clock(void) { return (clock_t)(now_ns() / (1000000000 / CLOCKS_PER_SEC)); }
