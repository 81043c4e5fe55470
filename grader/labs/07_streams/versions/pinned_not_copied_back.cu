// EXPECT streams.memory.pinned: `data` has not changed: nothing is copied into it
//
// The words are not copied back into `data`.
#define streams_pinned sound_streams_pinned
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
        CUDA_CHECK(cudaStreamSynchronize(0)); // no other call waits
        host_mark(pinned, n, round);
    }
    
    CUDA_CHECK(cudaFreeHost(pinned));
    CUDA_CHECK(cudaFree(x));
}
