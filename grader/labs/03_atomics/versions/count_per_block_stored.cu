// EXPECT atomics.count.safe: Race reported
//
// The counts of the blocks are right, but are added without an atomic.
#define count_above sound_count_above
#include "../solutions/03_atomics/atomics.cu"
#undef count_above

__global__ void wrong(int *count, const int *in, int n, int limit)
{
    __shared__ int mine;
    if (threadIdx.x == 0)
        mine = 0;
    __syncthreads();
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && in[i] > limit)
        atomicAdd(&mine, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        *count += mine; // WRONG
}

extern "C" void count_above(int *result, const int *in, int n, int limit)
{
    if (n > 0)
        wrong<<<blocks_for(n, 1), BLOCK>>>(result, in, n, limit);
    CUDA_CHECK(cudaGetLastError());
}
