// EXPECT streams.three.safe: Not released when the function returns: cudaStreamCreate
//
// The streams are made in every call, and never destroyed.
#define streams_three sound_three
#include "../solutions/07_streams/streams.cu"
#undef streams_three

extern "C" void streams_three(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk)
{
    unsigned *x;
    cudaStream_t stream[STREAMS];
    CUDA_CHECK(cudaMalloc(&x, bytes_of(n)));
    for (int s = 0; s < STREAMS; s++)
        CUDA_CHECK(cudaStreamCreate(&stream[s]));  // WRONG
    for (int at = 0, k = 0; at < n; at += chunk, k++) {
        int words = n - at < chunk ? n - at : chunk;
        cudaStream_t s = stream[k % STREAMS];
        CUDA_CHECK(cudaMemcpyAsync(x + at, in + at, bytes_of(words), cudaMemcpyHostToDevice, s));
        launch_advance(x + at, words, s);
        CUDA_CHECK(cudaMemcpyAsync(out + at, x + at, bytes_of(words), cudaMemcpyDeviceToHost, s));
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    *check = host_xor(out, n);
    CUDA_CHECK(cudaFree(x));
}
