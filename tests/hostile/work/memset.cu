// EXPECT patterns.map: 0 points
//
// The host computes and sets the output byte by byte.
#include "hostile.h"

__global__ static void nothing(void) {}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    int *host = (int *)malloc((size_t)n * 4 + 4);
    attempted();
    cudaMemcpy(host, in, (size_t)n * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        host[i] = a * host[i] + b;
    nothing<<<1, 32>>>();
    for (int i = 0; i < 4 * n && i < 1 << 16; i++)
        cudaMemset((char *)out + i, ((unsigned char *)host)[i], 1);
    free(host);
}
