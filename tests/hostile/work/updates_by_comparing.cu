// EXPECT atomics.private.private: updates of global memory
//
// Each byte is counted in global memory, by a loop of compare-and-swap. The atomics on shared memory
// do nothing.
#include "hostile.h"

__global__ static void count(unsigned *bins, const unsigned char *in, int n)
{
    __shared__ unsigned nothing;
    if (threadIdx.x == 0)
        nothing = 0;
    __syncthreads();
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        unsigned *bin = &bins[in[i]], seen = *(volatile unsigned *)bin, old;
        atomicAdd(&nothing, 1);
        do {
            old = seen;
            seen = atomicCAS(bin, old, old + 1);
        } while (seen != old);
    }
}

extern "C" void bytes_private(unsigned *bins, const unsigned char *in, int n)
{
    attempted();
    if (n > 0)
        count<<<min(ceil_div(n, ATOMICS_BLOCK), 64), ATOMICS_BLOCK>>>(bins, in, n);
}
