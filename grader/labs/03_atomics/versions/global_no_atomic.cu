// EXPECT atomics.global.safe: Race reported
//
// A bin is increased in three steps.
#define bytes_global sound_bytes_global
#include "../solutions/03_atomics/atomics.cu"
#undef bytes_global

__global__ void wrong(unsigned *bins, const unsigned char *in, int n)
{
    int start = blockIdx.x * BLOCK * EACH + threadIdx.x;
    for (int i = start; i < n && i < start + BLOCK * EACH; i += BLOCK)
        bins[in[i]]++; // WRONG
}

extern "C" void bytes_global(unsigned *bins, const unsigned char *in, int n)
{
    if (n > 0)
        wrong<<<blocks_for(n, EACH), BLOCK>>>(bins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
