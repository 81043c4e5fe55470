// EXPECT streams.four.right: `out` is right, *check is not: is it computed over
//
// The words of the host are missing from *check.
#define streams_four sound_streams_four
#include "../solutions/07_streams/streams.cu"
#undef streams_four

extern "C" void streams_four(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk)
{
    unsigned *x;
    cudaStream_t stream[STREAMS];
    int mine = n / 6; // so that host and device end at about the same time
    int rest = n - mine;
    CUDA_CHECK(cudaMalloc(&x, bytes_of(rest)));
    for (int s = 0; s < STREAMS; s++)
        CUDA_CHECK(cudaStreamCreate(&stream[s]));
    for (int at = 0, k = 0; at < rest; at += chunk, k++) {
        int words = rest - at < chunk ? rest - at : chunk;
        cudaStream_t s = stream[k % STREAMS];
        CUDA_CHECK(cudaMemcpyAsync(x + at, in + at, bytes_of(words), cudaMemcpyHostToDevice, s));
        launch_advance(x + at, words, s);
        CUDA_CHECK(cudaMemcpyAsync(out + at, x + at, bytes_of(words), cudaMemcpyDeviceToHost, s));
    }
    host_advance(out + rest, in + rest, mine); // all jobs of the device are already issued
    for (int s = 0; s < STREAMS; s++) {
        CUDA_CHECK(cudaStreamSynchronize(stream[s]));
        CUDA_CHECK(cudaStreamDestroy(stream[s]));
    }
    *check = host_xor(out, rest);
    CUDA_CHECK(cudaFree(x));
}
