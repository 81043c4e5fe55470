// EXPECT streams.serial.right: count bytes, not words
//
// Copies n bytes instead of n words.
#define streams_serial sound_serial
#include "../solutions/07_streams/streams.cu"
#undef streams_serial

extern "C" void streams_serial(unsigned *out, const unsigned *in, int n)
{
    unsigned *x;
    CUDA_CHECK(cudaMalloc(&x, bytes_of(n)));
    CUDA_CHECK(cudaMemcpy(x, in, bytes_of(n), cudaMemcpyHostToDevice));
    launch_advance(x, n, 0);
    CUDA_CHECK(cudaMemcpy(out, x, n, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(x));
}
