// EXPECT streams.memory.pages: sectors of pinned memory
//
// Pinned memory, instead of managed memory: all words cross the bus each time that a kernel uses
// them.
#define streams_managed sound_streams_managed
#include "../solutions/07_streams/streams.cu"
#undef streams_managed

extern "C" void streams_managed(unsigned *out, const unsigned *in, int n)
{
    if (n == 0)
        return; // an allocation of 0 bytes is an error here
    unsigned *x;
    CUDA_CHECK(cudaMallocHost(&x, bytes_of(n)));
    memcpy(x, in, bytes_of(n));
    launch_advance(x, n, 0);
    CUDA_CHECK(cudaDeviceSynchronize()); // the next line reads the memory on the host
    memcpy(out, x, bytes_of(n));
    CUDA_CHECK(cudaFreeHost(x));
}
