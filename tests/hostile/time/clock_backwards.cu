// EXPECT memory.flight.right: 0 or more
//
// The clock runs backwards.
#include "clock.h"

extern "C" void copy_in_flight(int *out, const int *in, int n, int blocks, int)
{
    attempted();
    copy_in_flight_slowly(out, in, n, blocks);
    host_work(-40);
}
