// EXPECT memory.pitch.right: wrong sign
//
// The row above minus the row.
#define picture_edges sound_picture_edges
#include "../solutions/10_memory/memory.cu"
#undef picture_edges

__global__ void wrong_subtract(int *out, const int *in, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    const int *row = (const int *)((const char *)in + y * pitch);
    const int *above = (const int *)((const char *)row - pitch);
    int *to = (int *)((char *)out + y * pitch);
    to[x] = y ? above[x] - row[x] : row[x];
}

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
    wrong_subtract<<<grid, block>>>(to, from, pitch, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy2D(out, row, to, pitch, row, height, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(from));
    CUDA_CHECK(cudaFree(to));
}
