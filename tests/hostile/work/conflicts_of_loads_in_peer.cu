// EXPECT shared_memory.padded.conflicts: bank conflicts
//
// A tile without padding is in the memory of the other block of the cluster, and read there.
#include "hostile.h"

#include <cooperative_groups.h>

__global__ static void __cluster_dims__(2) turn(int *out, const int *in, int rows, int cols)
{
    __shared__ int tile[TILE_DIM * TILE_DIM];
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    int *other = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
    int x = threadIdx.x, seen = 0;
    int col = blockIdx.x * TILE_DIM + x, to = blockIdx.y * TILE_DIM + x;
    cluster.sync();
    for (int y = threadIdx.y; y < TILE_DIM; y += TILE_ROWS) {
        int row = blockIdx.y * TILE_DIM + y;
        int element = row < rows && col < cols ? in[(size_t)row * cols + col] : 0;
        other[y * TILE_DIM + x] = element;
    }
    cluster.sync();
    for (int y = threadIdx.y; y < TILE_DIM; y += TILE_ROWS)
        seen += ((volatile int *)tile)[y * TILE_DIM + x] & 0; // ordinary loads, without conflicts
    for (int y = threadIdx.y; y < TILE_DIM; y += TILE_ROWS) {
        int row = blockIdx.x * TILE_DIM + y;
        int value = other[x * TILE_DIM + y];
        if (row < cols && to < rows)
            out[(size_t)row * rows + to] = value + seen;
    }
    cluster.sync();
}

extern "C" void tile_transpose_padded(int *out, const int *in, int rows, int cols)
{
    attempted();
    dim3 grid(ceil_div(cols, 2 * TILE_DIM) * 2, ceil_div(rows, TILE_DIM));
    if (rows > 0 && cols > 0)
        turn<<<grid, dim3(TILE_DIM, TILE_ROWS)>>>(out, in, rows, cols);
}
