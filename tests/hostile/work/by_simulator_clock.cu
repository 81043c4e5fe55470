// EXPECT scan.in_place: 0 points
//
// The simulator's own clock needs no events.
#include "told.h"

extern "C" double cudasimTime(void) __attribute__((weak));

extern "C" void scan_in_place(int *out, const int *in, int n)
{
    attempted();
    if (cudasimTime)
        scan_by_clock(cudasimTime, out, in, n);
}
