// EXPECT atomics.global.right: got
//
// A thread does not stop at the end of its block's piece.
#define bytes_global sound_bytes_global
#include "../solutions/03_atomics/atomics.cu"
#undef bytes_global

__global__ void wrong(unsigned *bins, const unsigned char *in, int n)
{
    for (int i = blockIdx.x * BLOCK * EACH + threadIdx.x; i < n; i += BLOCK)
        atomicAdd(&bins[in[i]], 1u); // WRONG
}

extern "C" void bytes_global(unsigned *bins, const unsigned char *in, int n)
{
    if (n > 0)
        wrong<<<blocks_for(n, EACH), BLOCK>>>(bins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
