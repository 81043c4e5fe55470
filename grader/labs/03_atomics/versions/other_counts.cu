// EXPECT full marks
//
// Not wrong, only different: the host clears a counter of its own by a memset, reads the number of
// blocks' counts back, and copies the result for a look when all is done.
#define count_above sound_count_above
#include "../solutions/03_atomics/atomics.cu"
#undef count_above

__global__ void counts(int *count, const int *in, int n, int limit)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && in[i] > limit)
        atomicAdd(count, 1);
}

__global__ void adds(int *result, const int *count)
{
    *result += *count;
}

extern "C" void count_above(int *result, const int *in, int n, int limit)
{
    int *count, *copy, found = 0, seen;
    if (n == 0)
        return;
    CUDA_CHECK(cudaMalloc(&count, sizeof *count));
    CUDA_CHECK(cudaMalloc(&copy, n * sizeof *copy));
    CUDA_CHECK(cudaMemset(count, 0, sizeof *count));
    CUDA_CHECK(cudaMemcpy(copy, in, n * sizeof *copy, cudaMemcpyDeviceToDevice));
    counts<<<blocks_for(n, 1), BLOCK>>>(count, copy, n, limit);
    CUDA_CHECK(cudaMemcpy(&found, count, sizeof found, cudaMemcpyDeviceToHost));
    if (found > 0)
        adds<<<1, 1>>>(result, count);
    CUDA_CHECK(cudaMemcpy(&seen, result, sizeof seen, cudaMemcpyDeviceToHost));
    int *all = (int *)malloc(n * sizeof *all);
    CUDA_CHECK(cudaMemcpy(all, in, n * sizeof *all, cudaMemcpyDeviceToHost)); // only to look
    free(all);
    CUDA_CHECK(cudaFree(copy));
    CUDA_CHECK(cudaFree(count));
}
