// EXPECT full marks
//
// __syncthreads_count() counts for the block; few blocks, and a loop.
#define count_above sound_count_above
#include "../solutions/03_atomics/atomics.cu"
#undef count_above

__global__ void in_blocks(int *count, const int *in, int n, int limit)
{
    for (int start = blockIdx.x * BLOCK; start < n; start += gridDim.x * BLOCK) {
        int i = start + threadIdx.x;
        int found = __syncthreads_count(i < n && in[i] > limit);
        if (threadIdx.x == 0)
            atomicAdd(count, found);
    }
}

extern "C" void count_above(int *result, const int *in, int n, int limit)
{
    if (n > 0)
        in_blocks<<<min(blocks_for(n, 1), 264), BLOCK>>>(result, in, n, limit);
    CUDA_CHECK(cudaGetLastError());
}
