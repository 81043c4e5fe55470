// EXPECT streams.serial.right: the words are one pass too far
//
// The kernel is launched twice, the first time to warm up.
#define streams_serial sound_streams_serial
#include "../solutions/07_streams/streams.cu"
#undef streams_serial

extern "C" void streams_serial(unsigned *out, const unsigned *in, int n)
{
    unsigned *x;
    CUDA_CHECK(cudaMalloc(&x, bytes_of(n)));
    CUDA_CHECK(cudaMemcpy(x, in, bytes_of(n), cudaMemcpyHostToDevice));
    launch_advance(x, n, 0);
    launch_advance(x, n, 0);
    CUDA_CHECK(cudaMemcpy(out, x, bytes_of(n), cudaMemcpyDeviceToHost)); // waits for the kernel
    CUDA_CHECK(cudaFree(x));
}
