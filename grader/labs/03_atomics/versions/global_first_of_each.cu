// EXPECT atomics.global.right: a loop is missing
//
// A launch for EACH elements per thread, and a kernel for one.
#define bytes_global sound_bytes_global
#include "../solutions/03_atomics/atomics.cu"
#undef bytes_global

__global__ void wrong(unsigned *bins, const unsigned char *in, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;

    if (i < n)
        atomicAdd(&bins[in[i]], 1u); // WRONG
}

extern "C" void bytes_global(unsigned *bins, const unsigned char *in, int n)
{
    if (n > 0)
        wrong<<<blocks_for(n, EACH), BLOCK>>>(bins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
