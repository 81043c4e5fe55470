// EXPECT patterns.map: 0 points
//
// The host computes; a list of copies brings the inputs.
#include "fetched.h"

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
