// EXPECT streams.overlap.right: the host's words are advanced by
//
// The host advances its words in every pass.
#define streams_overlap sound_streams_overlap
#include "../solutions/07_streams/streams.cu"
#undef streams_overlap

extern "C" void streams_overlap(unsigned *out, const unsigned *in, int n, int passes, unsigned *mine, int m)
{
    unsigned *x;
    CUDA_CHECK(cudaMalloc(&x, bytes_of(n)));
    CUDA_CHECK(cudaMemcpy(x, in, bytes_of(n), cudaMemcpyHostToDevice));
    for (int p = 0; p < passes; p++) {
        launch_advance(x, n, 0);
        host_advance(mine, mine, m);
    }
    CUDA_CHECK(cudaMemcpy(out, x, bytes_of(n), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(x));
}
