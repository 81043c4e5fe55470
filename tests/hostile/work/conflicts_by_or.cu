// EXPECT shared_memory.padded.conflicts: bank conflicts
//
// The column of a tile without padding is read by atomics that change nothing.
#include "hostile.h"

__global__ static void turn(int *out, const int *in, int rows, int cols)
{
    __shared__ int tile[TILE_DIM * TILE_DIM];
    int x = threadIdx.x, seen = 0;
    int col = blockIdx.x * TILE_DIM + x, to = blockIdx.y * TILE_DIM + x;
    for (int y = threadIdx.y; y < TILE_DIM; y += TILE_ROWS) {
        int row = blockIdx.y * TILE_DIM + y;
        bool there = row < rows && col < cols;
        tile[y * TILE_DIM + x] = there ? in[(size_t)row * cols + col] : 0;
    }
    __syncthreads();
    for (int y = threadIdx.y; y < TILE_DIM; y += TILE_ROWS)
        seen += ((volatile int *)tile)[y * TILE_DIM + x] & 0; // ordinary loads, without conflicts
    for (int y = threadIdx.y; y < TILE_DIM; y += TILE_ROWS) {
        int row = blockIdx.x * TILE_DIM + y;
        int value = atomicOr(&tile[x * TILE_DIM + y], 0);
        if (row < cols && to < rows)
            out[(size_t)row * rows + to] = value + seen;
    }
}

extern "C" void tile_transpose_padded(int *out, const int *in, int rows, int cols)
{
    attempted();
    dim3 grid(ceil_div(cols, TILE_DIM), ceil_div(rows, TILE_DIM)), block(TILE_DIM, TILE_ROWS);
    if (rows > 0 && cols > 0)
        turn<<<grid, block>>>(out, in, rows, cols);
}
