// EXPECT streams.memory.safe: The host
//
// The host marks the words before the copy back has ended.
#define streams_pinned sound_pinned
#include "../solutions/07_streams/streams.cu"
#undef streams_pinned

extern "C" void streams_pinned(unsigned *data, int n, int rounds)
{
    unsigned *x, *pinned;
    CUDA_CHECK(cudaMalloc(&x, bytes_of(n)));
    CUDA_CHECK(cudaMallocHost(&pinned, bytes_of(n)));
    memcpy(pinned, data, bytes_of(n));
    for (int round = 0; round < rounds; round++) {
        CUDA_CHECK(cudaMemcpyAsync(x, pinned, bytes_of(n), cudaMemcpyHostToDevice, 0));
        launch_advance(x, n, 0);
        CUDA_CHECK(cudaMemcpyAsync(pinned, x, bytes_of(n), cudaMemcpyDeviceToHost, 0));
        host_mark(pinned, n, round);
    }
    CUDA_CHECK(cudaDeviceSynchronize());
    memcpy(data, pinned, bytes_of(n));
    CUDA_CHECK(cudaFreeHost(pinned));
    CUDA_CHECK(cudaFree(x));
}
