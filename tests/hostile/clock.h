// clock.h - for attacks on the clock of lab 10, part 2: a copy with one load in flight per thread,
// which is right and too slow. It earns the gate if no time passes.
#include "hostile.h"

__global__ static void copy_slowly(int *out, const int *in, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        *(volatile int *)(out + i) = *(const volatile int *)(in + i);
}

static inline void copy_in_flight_slowly(int *out, const int *in, int n, int blocks)
{
    if (n > 0)
        copy_slowly<<<blocks, MEMORY_BLOCK>>>(out, in, n);
}
