// EXPECT atomics.private.safe: Race reported
//
// The counts of a block replace those in the bins.
#define bytes_private sound_bytes_private
#include "../solutions/03_atomics/atomics.cu"
#undef bytes_private

__global__ void wrong(unsigned *bins, const unsigned char *in, int n)
{
    __shared__ unsigned mine[BINS];
    for (int b = threadIdx.x; b < BINS; b += BLOCK)
        mine[b] = 0;
    __syncthreads();
    int start = blockIdx.x * BLOCK * EACH + threadIdx.x;
    for (int i = start; i < n && i < start + BLOCK * EACH; i += BLOCK)
        atomicAdd(&mine[in[i]], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += BLOCK)
        bins[b] = mine[b]; // WRONG
}

extern "C" void bytes_private(unsigned *bins, const unsigned char *in, int n)
{
    if (n > 0)
        wrong<<<blocks_for(n, EACH), BLOCK>>>(bins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
