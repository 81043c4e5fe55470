// EXPECT streams.serial.right: the direction says
//
// The copy back names its source first.
#define streams_serial sound_streams_serial
#include "../solutions/07_streams/streams.cu"
#undef streams_serial

extern "C" void streams_serial(unsigned *out, const unsigned *in, int n)
{
    unsigned *x;
    CUDA_CHECK(cudaMalloc(&x, bytes_of(n)));
    CUDA_CHECK(cudaMemcpy(x, in, bytes_of(n), cudaMemcpyHostToDevice));
    launch_advance(x, n, 0);
    CUDA_CHECK(cudaMemcpy(x, out, bytes_of(n), cudaMemcpyDeviceToHost)); // WRONG
    CUDA_CHECK(cudaFree(x));
}
