// EXPECT full marks
//
// Blocks of 1024 threads, one for each 16384 bytes, in a grid-stride loop; every bin is added, also one with a 0.
#define bytes_private sound_bytes_private
#include "../solutions/03_atomics/atomics.cu"
#undef bytes_private

__global__ void strided(unsigned *bins, const unsigned char *in, int n)
{
    __shared__ unsigned counts[256];
    unsigned t = threadIdx.x;
    if (t < 256)
        counts[t] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(counts + in[i], 1);
    __syncthreads();
    if (t < 256)
        atomicAdd(bins + t, counts[t]);
}

extern "C" void bytes_private(unsigned *bins, const unsigned char *in, int n)
{
    if (n > 0)
        strided<<<ceil_div(n, 16 * 1024), 1024>>>(bins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
