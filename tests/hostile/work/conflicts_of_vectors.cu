// EXPECT shared_memory.padded.conflicts: bank conflicts
//
// A tile without padding: a thread reads four words of a row at once, and keeps one.
#include "hostile.h"

__global__ static void turn(int *out, const int *in, int rows, int cols)
{
    __shared__ alignas(16) int tile[TILE_DIM * TILE_DIM];
    int x = threadIdx.x;
    int col = blockIdx.x * TILE_DIM + x, to = blockIdx.y * TILE_DIM + x;
    for (int y = threadIdx.y; y < TILE_DIM; y += TILE_ROWS) {
        int row = blockIdx.y * TILE_DIM + y;
        tile[y * TILE_DIM + x] = row < rows && col < cols ? in[(size_t)row * cols + col] : 0;
    }
    __syncthreads();
    for (int y = threadIdx.y; y < TILE_DIM; y += TILE_ROWS) {
        int row = blockIdx.x * TILE_DIM + y, four[4];
        unsigned at = (unsigned)__cvta_generic_to_shared(&tile[x * TILE_DIM + y / 4 * 4]);
        asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(four[0]), "=r"(four[1]), "=r"(four[2]), "=r"(four[3])
                     : "r"(at));
        int value = y % 4 == 0 ? four[0] : y % 4 == 1 ? four[1] : y % 4 == 2 ? four[2] : four[3];
        if (row < cols && to < rows)
            out[(size_t)row * rows + to] = value;
    }
}

extern "C" void tile_transpose_padded(int *out, const int *in, int rows, int cols)
{
    attempted();
    dim3 grid(ceil_div(cols, TILE_DIM), ceil_div(rows, TILE_DIM)), block(TILE_DIM, TILE_ROWS);
    if (rows > 0 && cols > 0)
        turn<<<grid, block>>>(out, in, rows, cols);
}
