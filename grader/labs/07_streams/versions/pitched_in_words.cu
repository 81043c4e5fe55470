// EXPECT streams.memory.pitched: Invalid __global__ read
//
// The widths are counted in words.
#define streams_pitched sound_streams_pitched
#include "../solutions/07_streams/streams.cu"
#undef streams_pitched

extern "C" void streams_pitched(unsigned *out, const unsigned *image, int width, int height, int stride)
{
    unsigned *x;
    size_t pitch, row = width;
    CUDA_CHECK(cudaMallocPitch(&x, &pitch, row, height));
    CUDA_CHECK(cudaMemcpy2D(x, pitch, image, bytes_of(stride), row, height,
                            cudaMemcpyHostToDevice));
    launch_rows(x, pitch, width, height);
    CUDA_CHECK(cudaMemcpy2D(out, row, x, pitch, row, height, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(x));
}
