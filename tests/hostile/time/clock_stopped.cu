// EXPECT memory.flight.flight: microseconds with 8 loads
// QUICK
//
// A constructor declares so much work that a microsecond no longer changes the clock: every case
// would take no time.
#include "clock.h"

__attribute__((constructor)) static void stop_clock(void)
{
    host_work(1e20);
}

extern "C" void copy_in_flight(int *out, const int *in, int n, int blocks, int)
{
    attempted();
    copy_in_flight_slowly(out, in, n, blocks);
}
