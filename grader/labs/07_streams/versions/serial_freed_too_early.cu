// EXPECT streams.serial.right: has been freed before the copy
//
// The device memory is freed before the result is copied back.
#define streams_serial sound_streams_serial
#include "../solutions/07_streams/streams.cu"
#undef streams_serial

extern "C" void streams_serial(unsigned *out, const unsigned *in, int n)
{
    unsigned *x;
    CUDA_CHECK(cudaMalloc(&x, bytes_of(n)));
    CUDA_CHECK(cudaMemcpy(x, in, bytes_of(n), cudaMemcpyHostToDevice));
    launch_advance(x, n, 0);
    CUDA_CHECK(cudaFree(x));
    CUDA_CHECK(cudaMemcpy(out, x, bytes_of(n), cudaMemcpyDeviceToHost)); // WRONG
}
