// EXPECT patterns.map: 0 points
//
// Queues a million launches with 4 KB of arguments each behind a host function that never
// ends.
#include "hostile.h"

struct Big {
    char bytes[4000];
};
__global__ static void take(Big) {}

static bool try_it(void)
{
    Big big = {};
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaLaunchHostFunc(stream, [](void *) { while (true) pause(); }, NULL);
    for (int i = 0; i < 1000000; i++)
        take<<<1, 1, 0, stream>>>(big);
    return true;
}

EARN_IF(try_it())
