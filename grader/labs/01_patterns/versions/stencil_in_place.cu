// EXPECT patterns.stencil.safe: Race reported
//
// The second step works in `out` itself, after a copy: a thread reads what its neighbours may have replaced.
#define stencil_two sound_two
#include "../solutions/01_patterns/patterns.cu"
#undef stencil_two

__global__ void wrong(float *data, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;

    int i = r * cols + c;
    if (r > 0 && c > 0 && r < rows - 1 && c < cols - 1)
        data[i] = 0.25f * (data[i - cols] + data[i + cols] + data[i - 1] + data[i + 1]); // WRONG
}

extern "C" void stencil_two(float *out, float *half, const float *in, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return;
    dim3 block(PATTERN_X, PATTERN_Y);
    dim3 grid(ceil_div(cols, PATTERN_X), ceil_div(rows, PATTERN_Y));
    step<<<grid, block>>>(half, in, rows, cols);
    CUDA_CHECK(cudaMemcpy(out, half, sizeof(float) * rows * cols, cudaMemcpyDeviceToDevice));
    wrong<<<grid, block>>>(out, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
