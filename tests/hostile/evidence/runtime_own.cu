// EXPECT patterns.map: 0 points
// SILENT
//
// Brings a CUDA runtime of its own: device memory is host memory, and a launch is a call.
#include "hostile.h"


extern "C" cudaError_t own_malloc(void **p, size_t bytes) __asm__("cudaMalloc");
extern "C" cudaError_t own_malloc(void **p, size_t bytes)
{
    *p = malloc(bytes);
    return cudaSuccess;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    for (int i = 0; i < n; i++)
        out[i] = a * in[i] + b;
}
