// EXPECT patterns.map: 0 points
// QUICK
//
// The host computes and copies the result; a kernel runs beside.
#include "hostile.h"

__global__ static void nothing(void) {}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    int *host = results_of_host(in, n, a, b);
    nothing<<<1, 32>>>();
    cudaMemcpy(out, host, (size_t)n * 4, cudaMemcpyHostToDevice);
}
