// EXPECT atomics.private.safe: ninitialized
//
// Only the first 32 bins are cleared.
#define bytes_private sound_bytes_private
#include "../solutions/03_atomics/atomics.cu"
#undef bytes_private

__global__ void wrong(unsigned *bins, const unsigned char *in, int n)
{
    __shared__ unsigned mine[BINS];
    if (threadIdx.x < WARP_SIZE)
        mine[threadIdx.x] = 0;
    __syncthreads();
    int start = blockIdx.x * BLOCK * EACH + threadIdx.x;
    for (int i = start; i < n && i < start + BLOCK * EACH; i += BLOCK)
        atomicAdd(&mine[in[i]], 1u); // WRONG
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += BLOCK)
        if (mine[b] > 0) // WRONG
            atomicAdd(&bins[b], mine[b]);
}

extern "C" void bytes_private(unsigned *bins, const unsigned char *in, int n)
{
    if (n > 0)
        wrong<<<blocks_for(n, EACH), BLOCK>>>(bins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
