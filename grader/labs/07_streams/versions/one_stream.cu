// EXPECT streams.three.ways: microseconds in all
//
// Pieces and asynchronous copies, but all in one stream.
#define streams_three sound_three
#include "../solutions/07_streams/streams.cu"
#undef streams_three

extern "C" void streams_three(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk)
{
    unsigned *x;
    cudaStream_t s;
    CUDA_CHECK(cudaMalloc(&x, bytes_of(n)));
    CUDA_CHECK(cudaStreamCreate(&s));
    for (int at = 0; at < n; at += chunk) {
        int words = n - at < chunk ? n - at : chunk;
        CUDA_CHECK(cudaMemcpyAsync(x + at, in + at, bytes_of(words), cudaMemcpyHostToDevice, s));
        launch_advance(x + at, words, s);
        CUDA_CHECK(cudaMemcpyAsync(out + at, x + at, bytes_of(words), cudaMemcpyDeviceToHost, s));
    }
    CUDA_CHECK(cudaStreamSynchronize(s));
    CUDA_CHECK(cudaStreamDestroy(s));
    *check = host_xor(out, n);
    CUDA_CHECK(cudaFree(x));
}
