// EXPECT memory.pitch.right: wrong
//
// The width of the copy back is given in pixels.
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
    CUDA_CHECK(cudaMemcpy2D(from, pitch, picture + (size_t)top * stride + left,
                            stride * sizeof(int), row, height, cudaMemcpyHostToDevice));
    subtract_above<<<grid, block>>>(to, from, pitch, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy2D(out, row, to, pitch, width, height, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(from));
    CUDA_CHECK(cudaFree(to));
}
