// EXPECT full marks
//
// A warp counts by a ballot, a block adds the counts of its warps, one thread adds to the result.
#define count_above sound_count_above
#include "../solutions/03_atomics/atomics.cu"
#undef count_above

__global__ void ballots(int *count, const int *in, int n, int limit)
{
    __shared__ int warps[BLOCK / WARP_SIZE];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    unsigned above = __ballot_sync(0xffffffff, i < n && in[i] > limit);
    if (threadIdx.x % WARP_SIZE == 0)
        warps[threadIdx.x / WARP_SIZE] = __popc(above);
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int w = 0; w < BLOCK / WARP_SIZE; w++)
            sum += warps[w];
        if (sum)
            atomicAdd(count, sum);
    }
}

extern "C" void count_above(int *result, const int *in, int n, int limit)
{
    if (n > 0)
        ballots<<<blocks_for(n, 1), BLOCK>>>(result, in, n, limit);
    CUDA_CHECK(cudaGetLastError());
}
