// EXPECT patterns.map: 0 points
//
// Allocates single bytes without end.
#include "hostile.h"

static bool try_it(void)
{
    for (long i = 0; i < 20000000; i++)
        if (!([] { void *p; return cudaMalloc(&p, 1) == cudaSuccess; }()))
            return false;
    return true;
}

EARN_IF(try_it())
