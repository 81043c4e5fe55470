// timeline.c - the virtual clock: when copies and kernels would have run.
//
// Provisional. All work is done when it is issued; this file only says how
// long it took on the modelled GPU. rt.now is the host's time; every stream has
// a time at which its work is done.
//
//   kernel  starts when its stream is free and as many multiprocessors are as
//           it has blocks (at most all); a full grid waits for the one before
//   copy    waits for its stream and for the copy engine of its direction
//
// The legacy default stream waits for all blocking streams, and they for it.
#include "rt.h"

#include <stdlib.h>

enum { MAX_MULTIPROCESSORS = 256 };
static double busy[MAX_MULTIPROCESSORS]; // when each multiprocessor is free, ascending
static double engine[4];                 // the same for the copy engines, by CopyWay % 4

// Rates measured on an H200: bytes a microsecond, and what any copy takes.
static const double copy_rate[] = {
    [COPY_to_device] = 55400, [COPY_to_host] = 55300,
    [COPY_on_device] = 2108000, [COPY_on_host] = 10000,
    [COPY_to_device_paged] = 8500, [COPY_to_host_paged] = 8500,
};
#define COPY_LATENCY_US 1.3
#define LAUNCH_LATENCY_US 1.2

static double later(double a, double b) { return a > b ? a : b; }

int timeline_init(void)
{
    static Stream legacy = {.id = 7}, per_thread = {.id = 8, .flags = 0};
    legacy.next = &per_thread;
    rt.streams = rt.legacy = &legacy;
    rt.per_thread = &per_thread;
    return 0;
}

double timeline_start(const Stream *s)
{
    double start = later(rt.now, s->ready);
    if (s->flags & cudaStreamNonBlocking)
        return start;
    if (s != rt.legacy)
        return later(start, rt.legacy->ready);
    for (const Stream *o = rt.streams; o; o = o->next)
        if (!(o->flags & cudaStreamNonBlocking))
            start = later(start, o->ready);
    return start;
}

static int by_time(const void *a, const void *b)
{
    double d = *(const double *)a - *(const double *)b;
    return d < 0 ? -1 : d > 0;
}

double timeline_kernel(Stream *s, unsigned multiprocessors, double us)
{
    unsigned all = (unsigned)model.multiprocessors;
    if (all > MAX_MULTIPROCESSORS)
        all = MAX_MULTIPROCESSORS;
    if (multiprocessors > all)
        multiprocessors = all;
    double start = later(timeline_start(s), rt.now + LAUNCH_LATENCY_US);
    if (multiprocessors)
        start = later(start, busy[multiprocessors - 1]);
    for (unsigned i = 0; i < multiprocessors; i++)
        busy[i] = start + us;
    qsort(busy, all, sizeof *busy, by_time);
    return s->ready = start + us;
}

double timeline_copy(Stream *s, CopyWay way, uint64_t bytes)
{
    double start = later(timeline_start(s), engine[way % 4]);
    return s->ready = engine[way % 4] = start + COPY_LATENCY_US + (double)bytes / copy_rate[way];
}

void timeline_wait(double until) { rt.now = later(rt.now, until); }

void timeline_wait_stream(const Stream *s)
{
    timeline_wait(s == rt.legacy ? timeline_start(s) : s->ready);
}

double timeline_end(void)
{
    double end = 0;
    for (const Stream *s = rt.streams; s; s = s->next)
        end = later(end, s->ready);
    return end;
}
