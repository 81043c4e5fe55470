// EXPECT full marks
//
// Part 3 with a device block of its own for every stream, and one synchronisation of the device.
#define streams_three sound_streams_three
#include "../solutions/07_streams/streams.cu"
#undef streams_three

extern "C" void streams_three(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk)
{
    unsigned *x[STREAMS];
    cudaStream_t stream[STREAMS];
    for (int s = 0; s < STREAMS; s++)
        CUDA_CHECK(cudaMalloc(&x[s], bytes_of(chunk))), CUDA_CHECK(cudaStreamCreate(&stream[s]));
    for (int at = 0, k = 0; at < n; at += chunk, k++) {
        int words = n - at < chunk ? n - at : chunk;
        cudaStream_t s = stream[k % STREAMS];
        unsigned *mine = x[k % STREAMS];
        CUDA_CHECK(cudaMemcpyAsync(mine, in + at, bytes_of(words), cudaMemcpyHostToDevice, s));
        launch_advance(mine, words, s);
        CUDA_CHECK(cudaMemcpyAsync(out + at, mine, bytes_of(words), cudaMemcpyDeviceToHost, s));
    }
    for (int s = 0; s < STREAMS; s++) {
        CUDA_CHECK(cudaStreamSynchronize(stream[s]));
        CUDA_CHECK(cudaStreamDestroy(stream[s]));
        CUDA_CHECK(cudaFree(x[s]));
    }
    *check = host_xor(out, n); // not before every copy has arrived
}
