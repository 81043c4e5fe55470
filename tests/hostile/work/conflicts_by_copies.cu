// EXPECT shared_memory.padded.conflicts: bank conflicts
//
// The tile is turned while asynchronous copies fill it: their lanes write to one bank.
#include "hostile.h"

__global__ static void turn(int *out, const int *in, int rows, int cols)
{
    __shared__ int tile[TILE_DIM * TILE_DIM];
    int x = threadIdx.x, seen = 0;
    int col = blockIdx.x * TILE_DIM + x, to = blockIdx.y * TILE_DIM + x;
    for (int y = threadIdx.y; y < TILE_DIM; y += TILE_ROWS) {
        int row = blockIdx.y * TILE_DIM + y;
        bool there = row < rows && col < cols;
        if (!there) // nobody copies there
            *(volatile int *)&tile[x * TILE_DIM + y] = 0;
        if (there)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(
                             (unsigned)__cvta_generic_to_shared(&tile[x * TILE_DIM + y])),
                         "l"(in + (size_t)row * cols + col)
                         : "memory");
    }
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    for (int y = threadIdx.y; y < TILE_DIM; y += TILE_ROWS)
        seen += ((volatile int *)tile)[y * TILE_DIM + x] & 0; // ordinary loads, without conflicts
    for (int y = threadIdx.y; y < TILE_DIM; y += TILE_ROWS) {
        int row = blockIdx.x * TILE_DIM + y;
        int value = tile[y * TILE_DIM + x];
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
