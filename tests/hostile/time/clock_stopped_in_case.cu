// EXPECT memory.flight: 0 points
//
// The first call stops the clock for all cases of its process: as much work as a double can add.
#include "clock.h"

extern "C" void copy_in_flight(int *out, const int *in, int n, int blocks, int)
{
    attempted();
    host_work(1e20);
    copy_in_flight_slowly(out, in, n, blocks);
}
