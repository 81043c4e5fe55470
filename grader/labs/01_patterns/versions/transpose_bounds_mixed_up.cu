// EXPECT patterns.transpose.safe: Invalid __global__
// FIRST cudaErrorIllegalAddress
//
// Row and column are compared with each other's bound.
#define transpose_reading_rows sound_reading
#include "../solutions/01_patterns/patterns.cu"
#undef transpose_reading_rows

__global__ void wrong(int *out, const int *in, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    int r = blockIdx.y * blockDim.y + threadIdx.y;

    if (r < cols && c < rows)
        out[c * rows + r] = in[r * cols + c]; // WRONG
}

extern "C" void transpose_reading_rows(int *out, const int *in, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return;
    dim3 block(PATTERN_X, PATTERN_Y);
    dim3 grid(ceil_div(cols, PATTERN_X), ceil_div(rows, PATTERN_Y));
    wrong<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
