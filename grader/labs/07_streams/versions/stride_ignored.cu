// EXPECT streams.memory.pitched: rows were read as if they were contiguous
//
// The image's stride is taken as the window's width.
#define streams_pitched sound_pitched
#include "../solutions/07_streams/streams.cu"
#undef streams_pitched

extern "C" void streams_pitched(unsigned *out, const unsigned *image, int width, int height, int stride)
{
    unsigned *x;
    size_t pitch, row = bytes_of(width);
    CUDA_CHECK(cudaMallocPitch(&x, &pitch, row, height));
    CUDA_CHECK(cudaMemcpy2D(x, pitch, image, row, row, height, cudaMemcpyHostToDevice));
    launch_rows(x, pitch, width, height);
    CUDA_CHECK(cudaMemcpy2D(out, row, x, pitch, row, height, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(x));
}
