// EXPECT streams.memory.pays: microseconds for 16 rounds
//
// Copies from and to the caller's pageable memory in every round.
#define streams_pinned sound_pinned
#include "../solutions/07_streams/streams.cu"
#undef streams_pinned

extern "C" void streams_pinned(unsigned *data, int n, int rounds)
{
    unsigned *x;
    CUDA_CHECK(cudaMalloc(&x, bytes_of(n)));
    for (int round = 0; round < rounds; round++) {
        CUDA_CHECK(cudaMemcpy(x, data, bytes_of(n), cudaMemcpyHostToDevice));
        launch_advance(x, n, 0);
        CUDA_CHECK(cudaMemcpy(data, x, bytes_of(n), cudaMemcpyDeviceToHost));
        host_mark(data, n, round);
    }
    CUDA_CHECK(cudaFree(x));
}
