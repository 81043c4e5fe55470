// EXPECT memory.flight.right: must be finite
//
// No time of the case is a number any more.
#include "clock.h"
#include <math.h>

extern "C" void copy_in_flight(int *out, const int *in, int n, int blocks, int)
{
    attempted();
    host_work(INFINITY);
    copy_in_flight_slowly(out, in, n, blocks);
}
