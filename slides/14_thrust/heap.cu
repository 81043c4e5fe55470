// heap.cu - memory that kernels allocate, as a program that checks itself.
#include "../examples.h"

enum { THREADS = 32 };

// BEGIN SLIDE malloc
__global__ void collect(int **list, int *length, const int *in, int n)
{
    int t = threadIdx.x, found = 0; // the even elements of row t
    int *mine = (int *)malloc(n * sizeof *mine);
    for (int i = 0; mine && i < n; i++)
        if (in[t * n + i] % 2 == 0)
            mine[found++] = in[t * n + i];
    list[t] = mine;
    length[t] = found;
}
// END SLIDE malloc

__global__ void add_up(int *sum, int **list, const int *length)
{
    int t = threadIdx.x;
    sum[t] = 0;
    for (int i = 0; i < length[t]; i++)
        sum[t] += list[t][i];
    free(list[t]);
}

int main(void)
{
    enum { N = 10 };
    int **list = managed<int *>(THREADS);
    int *length = managed<int>(THREADS), *sum = managed<int>(THREADS), *in = managed<int>(THREADS * N);
    for (int i = 0; i < THREADS * N; i++)
        in[i] = i;
    size_t heap;
    CUDA_CHECK(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize));
    expect_equal("bytes of the heap", (int)heap, 8 << 20);
    collect<<<1, THREADS>>>(list, length, in, N);
    add_up<<<1, THREADS>>>(sum, list, length);
    expect_success("lists", cudaDeviceSynchronize());
    for (int t = 0; t < THREADS; t++)
        expect_equal("sum", sum[t], 5 * (N * t + 4));
    for (int *p : {length, sum, in})
        CUDA_CHECK(cudaFree(p));
    CUDA_CHECK(cudaFree(list));
    return mistakes != 0;
}
