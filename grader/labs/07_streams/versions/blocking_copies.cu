// EXPECT streams.three.ways: microseconds in all
//
// Four streams, but cudaMemcpy, which waits and belongs to stream 0.
#define streams_three sound_three
#include "../solutions/07_streams/streams.cu"
#undef streams_three

extern "C" void streams_three(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk)
{
    unsigned *x;
    cudaStream_t stream[STREAMS];
    CUDA_CHECK(cudaMalloc(&x, bytes_of(n)));
    for (int s = 0; s < STREAMS; s++)
        CUDA_CHECK(cudaStreamCreate(&stream[s]));
    for (int at = 0, k = 0; at < n; at += chunk, k++) {
        int words = n - at < chunk ? n - at : chunk;
        CUDA_CHECK(cudaMemcpy(x + at, in + at, bytes_of(words), cudaMemcpyHostToDevice));
        launch_advance(x + at, words, stream[k % STREAMS]);
        CUDA_CHECK(cudaMemcpy(out + at, x + at, bytes_of(words), cudaMemcpyDeviceToHost));
    }
    for (int s = 0; s < STREAMS; s++)
        CUDA_CHECK(cudaStreamDestroy(stream[s]));
    *check = host_xor(out, n);
    CUDA_CHECK(cudaFree(x));
}
