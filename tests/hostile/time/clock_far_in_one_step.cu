// EXPECT memory.flight: 0 points
//
// The clock is set so far, by one call, that parts of a microsecond do not add to it.
#include "clock.h"

extern "C" void copy_in_flight(int *out, const int *in, int n, int blocks, int)
{
    attempted();
    host_work(4e15);
    copy_in_flight_slowly(out, in, n, blocks);
}
