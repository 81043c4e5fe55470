// EXPECT patterns.map: 0 points
//
// Makes streams without end.
#include "hostile.h"

static bool try_it(void)
{
    for (long i = 0; i < 20000000; i++)
        if (!([] { cudaStream_t s; return cudaStreamCreate(&s) == cudaSuccess; }()))
            return false;
    return true;
}

EARN_IF(try_it())
