// EXPECT shared_memory.padded: 0 points
//
// Each block has a tile and all its threads; the first one moves the whole tile.
#include "hostile.h"

__global__ static void transpose(int *out, const int *in, int rows, int cols)
{
    int top = blockIdx.y * TILE_DIM, left = blockIdx.x * TILE_DIM;
    for (int k = 0; threadIdx.x + threadIdx.y == 0 && k < TILE_DIM * TILE_DIM; k++) {
        int r = top + k / TILE_DIM, c = left + k % TILE_DIM;
        if (r < rows && c < cols)
            out[c * rows + r] = in[r * cols + c];
    }
}

extern "C" void tile_transpose_padded(int *out, const int *in, int rows, int cols)
{
    attempted();
    dim3 grid(ceil_div(cols, TILE_DIM), ceil_div(rows, TILE_DIM));
    if (rows > 0 && cols > 0)
        transpose<<<grid, dim3(TILE_DIM, TILE_ROWS)>>>(out, in, rows, cols);
}
