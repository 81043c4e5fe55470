// EXPECT atomics.global.safe: Invalid __global__
//
// Bytes above 127 are negative as char.
#define bytes_global sound_bytes_global
#include "../solutions/03_atomics/atomics.cu"
#undef bytes_global

__global__ void wrong(unsigned *bins, const unsigned char *in, int n)
{
    int start = blockIdx.x * BLOCK * EACH + threadIdx.x;
    for (int i = start; i < n && i < start + BLOCK * EACH; i += BLOCK)
        atomicAdd(&bins[((const char *)in)[i]], 1u); // WRONG
}

extern "C" void bytes_global(unsigned *bins, const unsigned char *in, int n)
{
    if (n > 0)
        wrong<<<blocks_for(n, EACH), BLOCK>>>(bins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
