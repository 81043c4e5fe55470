// EXPECT full marks
//
// Part 1 in a stream of its own, with stream-ordered memory, cleared first; the copies from and
// to pageable memory wait by themselves, and the stream is waited for.
#define streams_serial sound_streams_serial
#include "../solutions/07_streams/streams.cu"
#undef streams_serial

extern "C" void streams_serial(unsigned *out, const unsigned *in, int n)
{
    unsigned *x;
    cudaStream_t s;
    CUDA_CHECK(cudaStreamCreate(&s));
    CUDA_CHECK(cudaMallocAsync((void **)&x, bytes_of(n), s));
    CUDA_CHECK(cudaMemsetAsync(x, 0, bytes_of(n), s));
    CUDA_CHECK(cudaMemcpyAsync(x, in, bytes_of(n), cudaMemcpyHostToDevice, s));
    launch_advance(x, n, s);
    CUDA_CHECK(cudaMemcpyAsync(out, x, bytes_of(n), cudaMemcpyDeviceToHost, s));
    CUDA_CHECK(cudaFreeAsync(x, s));
    CUDA_CHECK(cudaStreamSynchronize(s));
    CUDA_CHECK(cudaStreamDestroy(s));
}
