// EXPECT streams.memory.safe: The host reads memory that advance
//
// The host reads managed memory while the kernel may still run.
#define streams_managed sound_managed
#include "../solutions/07_streams/streams.cu"
#undef streams_managed

extern "C" void streams_managed(unsigned *out, const unsigned *in, int n)
{
    if (n == 0)
        return;
    unsigned *x;
    CUDA_CHECK(cudaMallocManaged(&x, bytes_of(n)));
    memcpy(x, in, bytes_of(n));
    launch_advance(x, n, 0);
    memcpy(out, x, bytes_of(n));
    CUDA_CHECK(cudaFree(x));
}
