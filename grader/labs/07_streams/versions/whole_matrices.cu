// EXPECT streams.dgemm.right: asked for more memory than the GPU has left
//
// All three matrices on the device at once.
#define streams_dgemm sound_dgemm
#include "../solutions/07_streams/streams.cu"
#undef streams_dgemm

extern "C" void streams_dgemm(double *c, const double *a, const double *b, int n, int)
{
    Desk d;
    double *all;
    size_t bytes = sizeof(double) * n * n;
    CUDA_CHECK(cudaMalloc(&all, 3 * bytes));
    CUDA_CHECK(cudaStreamCreate(&d.stream));
    d.a = all;
    CUDA_CHECK(cudaMalloc(&d.b, sizeof(double) * TILE * (n + TILE)));
    d.c = d.b + TILE * n;
    for (int t = 0; t < (n / TILE) * (n / TILE); t++)
        issue_tile(&d, c, a, b, n, t);
    CUDA_CHECK(cudaStreamSynchronize(d.stream));
    CUDA_CHECK(cudaStreamDestroy(d.stream));
    CUDA_CHECK(cudaFree(d.b));
    CUDA_CHECK(cudaFree(all));
}
