// EXPECT streams.memory.pages: microseconds of copies
//
// Memory of the device and copies, instead of managed memory.
#define streams_managed sound_streams_managed
#include "../solutions/07_streams/streams.cu"
#undef streams_managed

extern "C" void streams_managed(unsigned *out, const unsigned *in, int n)
{
    if (n == 0)
        return; // an allocation of 0 bytes is an error here
    unsigned *x;
    CUDA_CHECK(cudaMalloc(&x, bytes_of(n)));
    CUDA_CHECK(cudaMemcpy(x, in, bytes_of(n), cudaMemcpyHostToDevice));
    launch_advance(x, n, 0);
    CUDA_CHECK(cudaDeviceSynchronize()); // the next line reads the memory on the host
    CUDA_CHECK(cudaMemcpy(out, x, bytes_of(n), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(x));
}
