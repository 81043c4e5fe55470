// EXPECT full marks
//
// Blocks of other sizes than those of the assignment, and a stencil that also loads its own
// element.
#define map_each sound_map
#define gather_blur sound_blur
#define stencil_two sound_two
#include "../solutions/01_patterns/patterns.cu"
#undef map_each
#undef gather_blur
#undef stencil_two

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    if (n > 0)
        map_one<<<ceil_div(n, 96), 96>>>(out, in, n, a, b);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void gather_blur(unsigned char *out, const unsigned char *in, int width, int height,
                            int radius)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(16, 16);
    dim3 grid(ceil_div(width, 16), ceil_div(height, 16));
    blur<<<grid, block>>>(out, in, width, height, radius);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void other_step(float *out, const float *in, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r >= rows || c >= cols)
        return;
    int i = r * cols + c;
    float mean = *(volatile const float *)&in[i]; // loaded whether it is needed or not
    if (r > 0 && c > 0 && r < rows - 1 && c < cols - 1)
        mean = (in[i - cols] + in[i - 1] + in[i + 1] + in[i + cols]) / 4;
    out[i] = mean;
}

extern "C" void stencil_two(float *out, float *half, const float *in, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return;
    dim3 block(64, 4);
    dim3 grid(ceil_div(cols, 64), ceil_div(rows, 4));
    other_step<<<grid, block>>>(half, in, rows, cols);
    other_step<<<grid, block>>>(out, half, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
