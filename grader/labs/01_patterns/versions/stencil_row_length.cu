// EXPECT patterns.stencil.right: first at
//
// A row has cols elements, not rows.
#define stencil_two sound_two
#include "../solutions/01_patterns/patterns.cu"
#undef stencil_two

__global__ void wrong(float *out, const float *in, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;

    if (r >= rows || c >= cols)
        return;
    int i = r * cols + c;
    if (r == 0 || c == 0 || r == rows - 1 || c == cols - 1)
        out[i] = in[i];
    else
        out[i] = 0.25f * (in[(r - 1) * cols + c] + in[(r + 1) * cols + c] + in[i - 1] + in[i + 2]); // WRONG
}

extern "C" void stencil_two(float *out, float *half, const float *in, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return;
    dim3 block(PATTERN_X, PATTERN_Y);
    dim3 grid(ceil_div(cols, PATTERN_X), ceil_div(rows, PATTERN_Y));
    wrong<<<grid, block>>>(half, in, rows, cols);
    wrong<<<grid, block>>>(out, half, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
