// EXPECT memory.bandwidth.rate: divide by `passes`
//
// The time of all passes is taken for that of one.
#define memory_bandwidth sound_memory_bandwidth
#include "../solutions/10_memory/memory.cu"
#undef memory_bandwidth

extern "C" void memory_bandwidth(Bandwidth *b, int *out, const int *in, int n, int stride, int passes)
{
    cudaEvent_t first, last;
    float ms;
    CUDA_CHECK(cudaEventCreate(&first));
    CUDA_CHECK(cudaEventCreate(&last));
    launch_copy(out, in, n, stride);
    CUDA_CHECK(cudaEventRecord(first));
    for (int pass = 0; pass < passes; pass++)
        launch_copy(out, in, n, stride);
    CUDA_CHECK(cudaEventRecord(last));
    CUDA_CHECK(cudaEventSynchronize(last));
    CUDA_CHECK(cudaEventElapsedTime(&ms, first, last));
    CUDA_CHECK(cudaEventDestroy(first));
    CUDA_CHECK(cudaEventDestroy(last));
    b->us = 1000.0 * ms;
    double words = 2.0 * n, sectors = n * stride / 8.0 + n / 8.0;
    b->useful = 4 * words / b->us / 1e3;
    b->moved = 32 * sectors / b->us / 1e3;
    b->percent = 100 * b->moved * 1e9 / peak_bandwidth();
}
