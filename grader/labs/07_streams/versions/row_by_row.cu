// EXPECT streams.memory.rows: microseconds of copies
//
// One copy per row.
#define streams_pitched sound_pitched
#include "../solutions/07_streams/streams.cu"
#undef streams_pitched

extern "C" void streams_pitched(unsigned *out, const unsigned *image, int width, int height, int stride)
{
    unsigned *x;
    size_t pitch, row = bytes_of(width);
    CUDA_CHECK(cudaMallocPitch(&x, &pitch, row, height));
    for (int y = 0; y < height; y++)
        CUDA_CHECK(cudaMemcpy((char *)x + y * pitch, image + (size_t)y * stride, row, cudaMemcpyHostToDevice));
    launch_rows(x, pitch, width, height);
    CUDA_CHECK(cudaMemcpy2D(out, row, x, pitch, row, height, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(x));
}
