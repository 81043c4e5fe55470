// EXPECT patterns.map: 0 points
//
// Makes and records events without end.
#include "hostile.h"

static bool try_it(void)
{
    for (long i = 0; i < 20000000; i++)
        if (!([] { cudaEvent_t e; return cudaEventCreate(&e) == cudaSuccess && cudaEventRecord(e) == cudaSuccess; }()))
            return false;
    return true;
}

EARN_IF(try_it())
