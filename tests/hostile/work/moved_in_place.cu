// EXPECT patterns.map: 0 points
//
// The host computes, writes the result over the input, a kernel moves it, and the input is put
// back.
#include "hostile.h"

__global__ static void move(int *out, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = from[i];
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    int *host = (int *)malloc((size_t)n * 4 + 4), *result = (int *)malloc((size_t)n * 4 + 4);
    attempted();
    cudaMemcpy(host, in, (size_t)n * 4, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        result[i] = a * host[i] + b;
    cudaMemcpy((void *)in, result, (size_t)n * 4, cudaMemcpyHostToDevice);
    if (n > 0)
        move<<<ceil_div(n, 256), 256>>>(out, in, n);
    cudaMemcpy((void *)in, host, (size_t)n * 4, cudaMemcpyHostToDevice);
    free(host);
    free(result);
}
