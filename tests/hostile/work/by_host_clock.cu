// EXPECT scan.in_place: 0 points
//
// The host's clocks show the time of the modelled GPU.
#include "told.h"

#include <chrono>

static double clock_us(void)
{
    auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double, std::micro>(now).count();
}

extern "C" void scan_in_place(int *out, const int *in, int n)
{
    attempted();
    scan_by_clock(clock_us, out, in, n);
}
