// EXPECT patterns.map: 0 points
//
// The host computes and sets the output byte by byte.
#include "hostile.h"

__global__ static void nothing(void) {}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    int *host = results_of_host(in, n, a, b);
    nothing<<<1, 32>>>();
    for (int i = 0; i < 4 * n && i < 1 << 16; i++)
        cudaMemset((char *)out + i, ((unsigned char *)host)[i], 1);
    free(host);
}
