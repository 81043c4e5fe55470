// EXPECT streams.overlap.safe: The function returns without waiting for copy to host
//
// The last copy is asynchronous, and the function does not wait for it.
#define streams_overlap sound_overlap
#include "../solutions/07_streams/streams.cu"
#undef streams_overlap

extern "C" void streams_overlap(unsigned *out, const unsigned *in, int n, int passes,
                                unsigned *mine, int m)
{
    unsigned *x;
    CUDA_CHECK(cudaMallocAsync(&x, bytes_of(n), 0));
    CUDA_CHECK(cudaMemcpyAsync(x, in, bytes_of(n), cudaMemcpyHostToDevice));
    for (int p = 0; p < passes; p++)
        launch_advance(x, n, 0);
    host_advance(mine, mine, m);
    CUDA_CHECK(cudaMemcpyAsync(out, x, bytes_of(n), cudaMemcpyDeviceToHost));  // WRONG
    CUDA_CHECK(cudaFreeAsync(x, 0));
}
