// EXPECT patterns.map: 0 points
//
// Few instructions that print much: fields of 65536 characters, launch after launch.
#include "hostile.h"

__global__ static void print_wide(int n)
{
    for (int i = 0; i < n; i++)
        printf("%65536d%65536d%65536d%65536d%65536d%65536d%65536d%65536d", i, i, i, i, i, i, i, i);
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    for (int i = 0; i < 15000; i++)
        print_wide<<<1, 32>>>(3);
    cudaDeviceSynchronize();
    work_honestly(out, in, n, a, b);
}
