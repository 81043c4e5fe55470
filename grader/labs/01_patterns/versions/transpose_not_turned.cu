// EXPECT patterns.transpose.writing: copy of in
//
// The element goes to the same row and column of a matrix of the other form.
#define transpose_writing_rows sound_writing
#include "../solutions/01_patterns/patterns.cu"
#undef transpose_writing_rows

__global__ void wrong(int *out, const int *in, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    int c = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols)
        out[r * cols + c] = in[r * cols + c]; // WRONG
}

extern "C" void transpose_writing_rows(int *out, const int *in, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return;
    dim3 block(PATTERN_X, PATTERN_Y);
    dim3 grid(ceil_div(rows, PATTERN_X), ceil_div(cols, PATTERN_Y));
    wrong<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
