// EXPECT memory.flight.flight: 8 loads
//
// A thread that is older than the first case declares work without end.
#include "clock.h"
#include <pthread.h>

static void *stop_clock(void *)
{
    for (;;)
        host_work(1e300);
    return NULL;
}

__attribute__((constructor)) static void begin(void)
{
    host_work(1e19);
    pthread_t thread;
    if (!getenv("NEVER"))
        host_work(1e19);
    pthread_create(&thread, NULL, stop_clock, NULL);
    usleep(1000);
}

extern "C" void copy_in_flight(int *out, const int *in, int n, int blocks, int)
{
    attempted();
    copy_in_flight_slowly(out, in, n, blocks);
}
