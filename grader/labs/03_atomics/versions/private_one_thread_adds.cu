// EXPECT atomics.private.private: updates of global memory
//
// Thread 0 adds all bins, one after the other.
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
    if (threadIdx.x == 0)
        for (int b = 0; b < BINS; b++)
            atomicAdd(&bins[b], mine[b]); // WRONG
}

extern "C" void bytes_private(unsigned *bins, const unsigned char *in, int n)
{
    if (n > 0)
        wrong<<<blocks_for(n, EACH), BLOCK>>>(bins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
