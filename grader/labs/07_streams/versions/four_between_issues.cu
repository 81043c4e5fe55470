// EXPECT full marks
//
// Part 4 with the host's share cut into pieces, one of them after the jobs of each piece of the
// device; the share is rounded up.
#define streams_four sound_streams_four
#include "../solutions/07_streams/streams.cu"
#undef streams_four

extern "C" void streams_four(unsigned *out, unsigned *check, const unsigned *in, int n, int chunk)
{
    unsigned *x;
    cudaStream_t stream[STREAMS];
    int mine = (n + 5) / 6, done = 0;
    int share = (int)((long long)mine * chunk / (n > 0 ? n : 1)) + 1;
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
        int now = mine - done < share ? mine - done : share;
        host_advance(out + rest + done, in + rest + done, now);
        done += now;
    }
    host_advance(out + rest + done, in + rest + done, mine - done);
    for (int s = 0; s < STREAMS; s++) {
        CUDA_CHECK(cudaStreamSynchronize(stream[s]));
        CUDA_CHECK(cudaStreamDestroy(stream[s]));
    }
    *check = host_xor(out, n);
    CUDA_CHECK(cudaFree(x));
}
