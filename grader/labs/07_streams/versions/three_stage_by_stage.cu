// EXPECT streams.three.ways: microseconds in all
// FIRST on the longest way through the timeline
//
// All copies in are issued first, then all kernels, then all copies back: a stream runs in
// order, so that a kernel waits for the last copy of its stream.
#define streams_three sound_streams_three
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
        cudaStream_t s = stream[k % STREAMS];
        CUDA_CHECK(cudaMemcpyAsync(x + at, in + at, bytes_of(words), cudaMemcpyHostToDevice, s));
    }
    for (int at = 0, k = 0; at < n; at += chunk, k++)
        launch_advance(x + at, n - at < chunk ? n - at : chunk, stream[k % STREAMS]);
    for (int at = 0, k = 0; at < n; at += chunk, k++)
        CUDA_CHECK(cudaMemcpyAsync(out + at, x + at, bytes_of(n - at < chunk ? n - at : chunk),
                                   cudaMemcpyDeviceToHost, stream[k % STREAMS]));
    for (int s = 0; s < STREAMS; s++) {
        CUDA_CHECK(cudaStreamSynchronize(stream[s]));
        CUDA_CHECK(cudaStreamDestroy(stream[s]));
    }
    *check = host_xor(out, n); // not before every copy has arrived
    CUDA_CHECK(cudaFree(x));
}
