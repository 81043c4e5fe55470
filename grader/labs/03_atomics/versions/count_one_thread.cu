// EXPECT atomics.count.threads: busiest thread
//
// One thread counts all elements; it needs no atomic.
#define count_above sound_count_above
#include "../solutions/03_atomics/atomics.cu"
#undef count_above

__global__ void wrong(int *count, const int *in, int n, int limit)
{
    for (int i = 0; i < n; i++)
        if (in[i] > limit)
            ++*count;
}

extern "C" void count_above(int *result, const int *in, int n, int limit)
{
    if (n > 0)
        wrong<<<1, 1>>>(result, in, n, limit);
    CUDA_CHECK(cudaGetLastError());
}
