// EXPECT atomics.count.right: written by a copy of the host
//
// The host counts, and copies its sum to *result, which is input and output. A kernel runs that
// changes nothing.
#define count_above sound_count_above
#include "../solutions/03_atomics/atomics.cu"
#undef count_above

__global__ void counts_nothing(int *result, const int *in, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && in[i] == 0x7ffffffe)
        atomicAdd(result, 0);
}

extern "C" void count_above(int *result, const int *in, int n, int limit)
{
    int *copy = (int *)malloc(n * sizeof(int) + 1), count;
    CUDA_CHECK(cudaMemcpy(copy, in, n * sizeof(int), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(&count, result, sizeof count, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        count += copy[i] > limit;
    free(copy);
    if (n > 0)
        counts_nothing<<<blocks_for(n, 1), BLOCK>>>(result, in, n);
    CUDA_CHECK(cudaMemcpy(result, &count, sizeof count, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaGetLastError());
}
