// EXPECT streams.memory.rows: sectors loaded from global memory
//
// The rows are contiguous, so that most rows begin inside a sector.
#define streams_pitched sound_pitched
#include "../solutions/07_streams/streams.cu"
#undef streams_pitched

extern "C" void streams_pitched(unsigned *out, const unsigned *image, int width, int height, int stride)
{
    unsigned *x;
    size_t pitch, row = bytes_of(width);
    pitch = row;
    CUDA_CHECK(cudaMalloc(&x, pitch * height));
    CUDA_CHECK(cudaMemcpy2D(x, pitch, image, bytes_of(stride), row, height, cudaMemcpyHostToDevice));
    launch_rows(x, pitch, width, height);
    CUDA_CHECK(cudaMemcpy2D(out, row, x, pitch, row, height, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(x));
}
