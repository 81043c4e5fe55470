// EXPECT shared_memory.fastest.turned: misaligned
//
// Vectors for all shapes: in a matrix with 33 columns, the second row does not begin at a multiple of 16 bytes.
#define transpose_fastest sound_transpose_fastest
#include "../solutions/02_shared_memory/fastest.cu"
#undef transpose_fastest

extern "C" void transpose_fastest(float *out, const float *in, size_t rows, size_t cols)
{
    size_t down = (rows + TURN_TILE - 1) / TURN_TILE, across = (cols + TURN_TILE - 1) / TURN_TILE;
    if (down > 0 && across > 0)
        turn_tiles<true><<<down * across, TURN_BLOCK>>>(out, in, rows, cols, down);
    CUDA_CHECK(cudaGetLastError());
}
