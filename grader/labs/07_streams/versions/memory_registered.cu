// EXPECT full marks
//
// Part 9 with the caller's pages registered, managed memory with a hint where it will be used,
// and rows rounded up by hand.
#define streams_pinned sound_streams_pinned
#define streams_managed sound_streams_managed
#define streams_pitched sound_streams_pitched
#include "../solutions/07_streams/streams.cu"
#undef streams_pinned
#undef streams_managed
#undef streams_pitched

extern "C" void streams_pinned(unsigned *data, int n, int rounds)
{
    unsigned *x, *pinned;
    CUDA_CHECK(cudaMalloc(&x, bytes_of(n)));
    CUDA_CHECK(cudaHostAlloc((void **)&pinned, bytes_of(n), cudaHostAllocPortable));
    memcpy(pinned, data, bytes_of(n));
    for (int round = 0; round < rounds; round++) {
        CUDA_CHECK(cudaMemcpyAsync(x, pinned, bytes_of(n), cudaMemcpyHostToDevice, 0));
        launch_advance(x, n, 0);
        CUDA_CHECK(cudaMemcpyAsync(pinned, x, bytes_of(n), cudaMemcpyDeviceToHost, 0));
        CUDA_CHECK(cudaStreamSynchronize(0)); // no other call waits
        host_mark(pinned, n, round);
    }
    memcpy(data, pinned, bytes_of(n));
    CUDA_CHECK(cudaFreeHost(pinned));
    CUDA_CHECK(cudaFree(x));
}

extern "C" void streams_managed(unsigned *out, const unsigned *in, int n)
{
    if (n == 0)
        return; // an allocation of 0 bytes is an error here
    unsigned *x;
    CUDA_CHECK(cudaMallocManaged(&x, bytes_of(n)));
    cudaStream_t s;
    CUDA_CHECK(cudaStreamCreate(&s));
    memcpy(x, in, bytes_of(n));
    launch_advance(x, n, s);
    CUDA_CHECK(cudaStreamSynchronize(s));
    CUDA_CHECK(cudaStreamDestroy(s));
    memcpy(out, x, bytes_of(n));
    CUDA_CHECK(cudaFree(x));
}

extern "C" void streams_pitched(unsigned *out, const unsigned *image, int width, int height, int stride)
{
    unsigned *x;
    size_t pitch, row = bytes_of(width);
    pitch = (row + 127) / 128 * 128;
    CUDA_CHECK(cudaMalloc(&x, pitch * height));
    CUDA_CHECK(cudaMemcpy2D(x, pitch, image, bytes_of(stride), row, height,
                            cudaMemcpyHostToDevice));
    launch_rows(x, pitch, width, height);
    CUDA_CHECK(cudaMemcpy2D(out, row, x, pitch, row, height, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(x));
}
