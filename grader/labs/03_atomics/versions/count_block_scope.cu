// EXPECT atomics.count.safe: Race reported
//
// The atomic addition is one for the threads of a block only.
#define count_above sound_count_above
#include "../solutions/03_atomics/atomics.cu"
#undef count_above

__global__ void wrong(int *count, const int *in, int n, int limit)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;

    if (i < n && in[i] > limit)
        atomicAdd_block(count, 1); // WRONG
}

extern "C" void count_above(int *result, const int *in, int n, int limit)
{
    if (n > 0)
        wrong<<<blocks_for(n, 1), BLOCK>>>(result, in, n, limit);
    CUDA_CHECK(cudaGetLastError());
}
