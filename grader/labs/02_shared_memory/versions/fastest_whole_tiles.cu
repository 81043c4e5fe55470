// EXPECT shared_memory.fastest.turned: got
// FIRST never written
//
// The number of tiles is rounded down, except to 0.
#define transpose_fastest sound_transpose_fastest
#include "../solutions/02_shared_memory/fastest.cu"
#undef transpose_fastest

extern "C" void transpose_fastest(float *out, const float *in, size_t rows, size_t cols)
{
    if (rows == 0 || cols == 0)
        return;
    size_t down = rows < TURN_TILE ? 1 : rows / TURN_TILE;
    size_t across = cols < TURN_TILE ? 1 : cols / TURN_TILE;
    if (rows % 4 == 0 && cols % 4 == 0)
        turn_tiles<true><<<down * across, TURN_BLOCK>>>(out, in, rows, cols, down);
    else
        turn_tiles<false><<<down * across, TURN_BLOCK>>>(out, in, rows, cols, down);
    CUDA_CHECK(cudaGetLastError());
}
