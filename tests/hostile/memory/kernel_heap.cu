// EXPECT patterns.map: 0 points
//
// A kernel allocates without end.
#include "hostile.h"


__global__ static void grow(void)
{
    while (malloc(4096))
        ;
}

extern "C" void map_each(int *, const int *, int n, int, int)
{
    attempted();
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, (size_t)8 << 30);
    if (n > 0)
        grow<<<1024, 256>>>();
}
