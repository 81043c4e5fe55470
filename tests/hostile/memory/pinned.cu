// EXPECT patterns.map: 0 points
//
// Touches 3 GB of pinned memory.
#include "hostile.h"

static bool try_it(void)
{
    for (int i = 0; i < 48; i++) {
        void *p;
        if (cudaMallocHost(&p, 64 << 20) != cudaSuccess)
            return false;
        memset(p, 1, 64 << 20);
    }
    return true;
}

EARN_IF(try_it())
