// EXPECT streams.memory.pays: microseconds for 16 rounds
// FIRST the host is busy in cudaHostAlloc()
//
// Pinned memory is allocated and freed in every round.
#define streams_pinned sound_streams_pinned
#include "../solutions/07_streams/streams.cu"
#undef streams_pinned

extern "C" void streams_pinned(unsigned *data, int n, int rounds)
{
    unsigned *x, *pinned;
    CUDA_CHECK(cudaMalloc(&x, bytes_of(n)));
    for (int round = 0; round < rounds; round++) {
        CUDA_CHECK(cudaMallocHost(&pinned, bytes_of(n))); // WRONG
        memcpy(pinned, data, bytes_of(n));
        CUDA_CHECK(cudaMemcpyAsync(x, pinned, bytes_of(n), cudaMemcpyHostToDevice, 0));
        launch_advance(x, n, 0);
        CUDA_CHECK(cudaMemcpyAsync(pinned, x, bytes_of(n), cudaMemcpyDeviceToHost, 0));
        CUDA_CHECK(cudaStreamSynchronize(0)); // no other call waits
        host_mark(pinned, n, round);
        memcpy(data, pinned, bytes_of(n));
        CUDA_CHECK(cudaFreeHost(pinned)); // WRONG
    }
    CUDA_CHECK(cudaFree(x));
}
