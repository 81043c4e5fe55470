// EXPECT patterns.map: 0 points
//
// The host computes; a list of copies brings the inputs.
#include "hostile.h"

__global__ static void store(int *out, int value) { *out = value; }

static void fetch(int *host, const int *in, int n)
{
    void *to[1] = {host};
    const void *from[1] = {in};
    size_t bytes[1] = {(size_t)n * 4};
    cudaMemcpyAttributes attributes = {};
    size_t first = 0;
    attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMemcpyBatchAsync(to, from, bytes, 1, &attributes, &first, 1, stream);
    cudaStreamSynchronize(stream);
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    int *host = (int *)calloc((size_t)n + 64, 4);
    attempted();
    if (n > 0)
        fetch(host, in, n);
    for (int i = 0; i < n && i < 5000; i++)
        store<<<1, 1>>>(out + i, a * host[i] + b);
    free(host);
}
