// EXPECT patterns.stencil.safe: Race reported
//
// Both steps in one launch: a barrier of a block does not wait for the other blocks.
#define stencil_two sound_two
#include "../solutions/01_patterns/patterns.cu"
#undef stencil_two

__device__ void one(float *out, const float *in, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int i = r * cols + c;
    if (r >= rows || c >= cols)
        return;
    if (r == 0 || c == 0 || r == rows - 1 || c == cols - 1)
        out[i] = in[i];
    else
        out[i] = 0.25f * (in[i - cols] + in[i + cols] + in[i - 1] + in[i + 1]);
}

__global__ void wrong(float *out, float *half, const float *in, int rows, int cols)
{
    one(half, in, rows, cols);
    __syncthreads();
    one(out, half, rows, cols);
}

extern "C" void stencil_two(float *out, float *half, const float *in, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return;
    dim3 block(PATTERN_X, PATTERN_Y);
    dim3 grid(ceil_div(cols, PATTERN_X), ceil_div(rows, PATTERN_Y));
    wrong<<<grid, block>>>(out, half, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
