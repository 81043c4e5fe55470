// clock.c - time that only goes forward, and how fast this machine is.
#include "clock.h"

#include <string.h>
#include <time.h>

#include "sha256.h"

static double read_clock(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double clock_seconds(void) { return read_clock(CLOCK_MONOTONIC); }

// The digest of 256 KB, the fastest of three times. Whoever grades waits for it.
static double measure_work(void)
{
    static char data[1 << 18];
    char digest[65];
    double least = 0;
    for (int i = 0; i < 3; i++) {
        double before = read_clock(CLOCK_PROCESS_CPUTIME_ID);
        memset(data, i, sizeof data);
        sha256_text(data, sizeof data, digest);
        double took = read_clock(CLOCK_PROCESS_CPUTIME_ID) - before;
        least = i == 0 || took < least ? took : least;
    }
    return least;
}

double clock_slowness(void)
{
    const double ordinary = 0.002; // seconds for that work
    static double slowness;
    if (slowness == 0) {
        slowness = measure_work() / ordinary;
        slowness = slowness > 1 ? slowness : 1;
    }
    return slowness;
}
