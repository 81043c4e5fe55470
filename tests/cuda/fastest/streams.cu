// streams.cu - the fastest pipeline, and the fastest product with the least memory.
//
// The pipeline keeps its places from call to call.
// WARNING: Leaked 16777216 bytes
#include "check.h"

#include "solutions/07_streams/fastest.cu"

static void check_pipeline(size_t n)
{
    unsigned *in, *out;
    CUDA_CHECK(cudaMallocHost(&in, n * sizeof *in));
    CUDA_CHECK(cudaMallocHost(&out, n * sizeof *out));
    for (size_t i = 0; i < n; i++)
        in[i] = (unsigned)i * 2654435761u;
    pipeline_fastest(out, in, n);
    for (size_t i = 0; i < n; i++) {
        unsigned x = in[i];
        for (int s = 0; s < STREAMS_STEPS; s++)
            x = STREAMS_A * x + STREAMS_C;
        expect(out[i] == x, "pipeline", (int)i);
    }
    CUDA_CHECK(cudaFreeHost(in));
    CUDA_CHECK(cudaFreeHost(out));
}

// a has one 1 in each row: a row of the product is a row of b.
static void check_product(int n)
{
    size_t bytes = (size_t)n * n * sizeof(double);
    double *a, *b, *c;
    CUDA_CHECK(cudaMallocHost(&a, bytes));
    CUDA_CHECK(cudaMallocHost(&b, bytes));
    CUDA_CHECK(cudaMallocHost(&c, bytes));
    memset(a, 0, bytes);
    for (int i = 0; i < n; i++)
        a[(size_t)i * n + i * 7 % n] = 1;
    for (size_t i = 0; i < (size_t)n * n; i++)
        b[i] = (double)(i % 1009);
    large_product_fastest(c, a, b, n, bytes);
    for (size_t i = 0; i < (size_t)n * n; i++)
        expect(c[i] == b[i / n * 7 % n * n + i % n], "product", (int)i);
    CUDA_CHECK(cudaFreeHost(a));
    CUDA_CHECK(cudaFreeHost(b));
    CUDA_CHECK(cudaFreeHost(c));
}

int main(void)
{
    check_pipeline(1);
    check_pipeline((3 << 18) + 5);
    check_product(512);
    return mistakes != 0;
}
