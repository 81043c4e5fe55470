// EXPECT patterns.transpose.writes: sectors per store request
//
// Stores columns, and hides this behind many stores of one sector each.
#define transpose_writing_rows sound_writing_rows
#include "../solutions/01_patterns/patterns.cu"
#undef transpose_writing_rows

__global__ void stores_columns(int *out, const int *in, int rows, int cols, int *extra)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols)
        out[c * rows + r] = in[r * cols + c];
    for (int k = 0; k < 12; k++)
        *(volatile int *)&extra[(r * gridDim.x + blockIdx.x) * 8] = k;
}

extern "C" void transpose_writing_rows(int *out, const int *in, int rows, int cols)
{
    int *extra;
    if (rows == 0 || cols == 0)
        return;
    dim3 block(PATTERN_X, PATTERN_Y);
    dim3 grid(ceil_div(cols, PATTERN_X), ceil_div(rows, PATTERN_Y));
    CUDA_CHECK(cudaMalloc(&extra, (size_t)grid.x * grid.y * PATTERN_Y * 32));
    stores_columns<<<grid, block>>>(out, in, rows, cols, extra);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(extra));
}
