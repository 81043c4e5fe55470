// EXPECT patterns.map.right: a kernel was stopped: it does not end
//
// A kernel sleeps without end: little is executed, and much virtual time passes.
#include "hostile.h"

__global__ static void sleep_on(void)
{
    while (true)
        __nanosleep(1000000);
}

FOR_EVER(sleep_on<<<64, 256>>>())
