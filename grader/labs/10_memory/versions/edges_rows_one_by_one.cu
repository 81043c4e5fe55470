// EXPECT memory.pitch.copies: microseconds of copies
//
// One copy for each row.
#define picture_edges sound_picture_edges
#include "../solutions/10_memory/memory.cu"
#undef picture_edges

extern "C" void picture_edges(int *out, const int *picture, int stride, int left, int top, int width,
                              int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(32, 8);
    dim3 grid(ceil_div(width, 32), ceil_div(height, 8));
    int *from, *to;
    size_t pitch, row = width * sizeof(int);
    CUDA_CHECK(cudaMallocPitch(&from, &pitch, row, height));
    CUDA_CHECK(cudaMallocPitch(&to, &pitch, row, height));
    for (int y = 0; y < height; y++)
        CUDA_CHECK(cudaMemcpy((char *)from + y * pitch, picture + (size_t)(top + y) * stride + left,
                              row, cudaMemcpyHostToDevice));
    subtract_above<<<grid, block>>>(to, from, pitch, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy2D(out, row, to, pitch, row, height, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(from));
    CUDA_CHECK(cudaFree(to));
}
