// EXPECT patterns.transpose.writes: sectors per store request
//
// The second version has the kernel of the first one, with the grid for it.
#define transpose_writing_rows sound_writing
#include "../solutions/01_patterns/patterns.cu"
#undef transpose_writing_rows

extern "C" void transpose_writing_rows(int *out, const int *in, int rows, int cols)
{
    if (rows == 0 || cols == 0)
        return;
    dim3 block(PATTERN_X, PATTERN_Y);
    dim3 grid(ceil_div(cols, PATTERN_X), ceil_div(rows, PATTERN_Y));
    read_rows<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
