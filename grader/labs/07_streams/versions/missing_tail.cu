// EXPECT streams.three.right: after the last whole piece
//
// Only whole pieces are copied and computed.
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
    for (int k = 0; k < n / chunk; k++) {
        int at = k * chunk;
        cudaStream_t s = stream[k % STREAMS];
        CUDA_CHECK(cudaMemcpyAsync(x + at, in + at, bytes_of(chunk), cudaMemcpyHostToDevice, s));
        launch_advance(x + at, chunk, s);
        CUDA_CHECK(cudaMemcpyAsync(out + at, x + at, bytes_of(chunk), cudaMemcpyDeviceToHost, s));
    }
    for (int s = 0; s < STREAMS; s++) {
        CUDA_CHECK(cudaStreamSynchronize(stream[s]));
        CUDA_CHECK(cudaStreamDestroy(stream[s]));
    }
    *check = host_xor(out, n);
    CUDA_CHECK(cudaFree(x));
}
