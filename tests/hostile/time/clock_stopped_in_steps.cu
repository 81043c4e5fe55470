// EXPECT memory.flight: 0 points
//
// Each declaration looks harmless, their sum does not; the last ones are denormal.
#include "clock.h"

extern "C" void copy_in_flight(int *out, const int *in, int n, int blocks, int)
{
    attempted();
    for (double us = 1e15; us > 0; us *= 0.1)
        host_work(us);
    copy_in_flight_slowly(out, in, n, blocks);
}
