// EXPECT dynamic_parallelism.grid: 0 points
//
// A kernel launches the grids, and each of them is one thread that adds up everything.
#include "hostile.h"

__global__ static void add_all(int *sum, const int *in, int n, int size, int blocks)
{
    for (int b = 0; b < blocks; b++) {
        int s = 0;
        for (int i = b * size; i < (b + 1) * size && i < n; i++)
            s += in[i];
        sum[b] = s;
    }
}

__global__ static void begin(int *sum, const int *in, int n, int size)
{
    int blocks = (n + size - 1) / size, each = 512;
    for (int b = 0; b < blocks; b += each)
        add_all<<<1, 1>>>(sum + b, in + (size_t)b * size, n - b * size, size,
                          blocks - b < each ? blocks - b : each);
}

extern "C" void reduce_nested_grid(int *sum, const int *in, int n, int size)
{
    attempted();
    if (n > 0)
        begin<<<1, 1>>>(sum, in, n, size);
}
