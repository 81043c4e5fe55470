// EXPECT streams.serial.copies: microseconds of copies
//
// Copies in pieces, without need.
#define streams_serial sound_serial
#include "../solutions/07_streams/streams.cu"
#undef streams_serial

extern "C" void streams_serial(unsigned *out, const unsigned *in, int n)
{
    unsigned *x;
    CUDA_CHECK(cudaMalloc(&x, bytes_of(n)));
    for (int at = 0; at < n; at += 4096)
        CUDA_CHECK(cudaMemcpy(x + at, in + at, bytes_of(n - at < 4096 ? n - at : 4096), cudaMemcpyHostToDevice));
    launch_advance(x, n, 0);
    CUDA_CHECK(cudaMemcpy(out, x, bytes_of(n), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(x));
}
