// conflicts.h - for attacks on lab 02, part 3: a tile without padding is turned. Who includes this
// defines put() and get(). Both get an element's place in the tile, and its place in the turned
// one. With IN_PEER the tile is in the memory of the other block of the cluster.
#pragma once

#include "hostile.h"

#include <cooperative_groups.h>

// from: NULL: there is no such element.
__device__ static void put(int *straight, int *turned, const int *from);
__device__ static int get(int *straight, int *turned);

#ifdef IN_PEER
#define SYNC() cluster.sync()
__global__ static void __cluster_dims__(2)
#else
#define SYNC() __syncthreads()
__global__ static void
#endif
    turn(int *out, const int *in, int rows, int cols)
{
    __shared__ int tile[TILE_DIM * TILE_DIM];
    int *used = tile;
#ifdef IN_PEER
    cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
    used = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
#endif
    int x = threadIdx.x, seen = 0;
    int col = blockIdx.x * TILE_DIM + x, to = blockIdx.y * TILE_DIM + x;
    for (int y = threadIdx.y; y < TILE_DIM; y += TILE_ROWS)
        tile[y * TILE_DIM + x] = 0;
    SYNC();
    for (int y = threadIdx.y; y < TILE_DIM; y += TILE_ROWS) {
        int row = blockIdx.y * TILE_DIM + y;
        bool there = row < rows && col < cols;
        put(&used[y * TILE_DIM + x], &used[x * TILE_DIM + y],
            there ? &in[(size_t)row * cols + col] : NULL);
    }
    SYNC();
    for (int y = threadIdx.y; y < TILE_DIM; y += TILE_ROWS)
        seen += ((volatile int *)tile)[y * TILE_DIM + x] & 0; // ordinary loads, without conflicts
    for (int y = threadIdx.y; y < TILE_DIM; y += TILE_ROWS) {
        int row = blockIdx.x * TILE_DIM + y;
        int value = get(&used[y * TILE_DIM + x], &used[x * TILE_DIM + y]);
        if (row < cols && to < rows)
            out[(size_t)row * rows + to] = value + seen;
    }
    SYNC();
}

extern "C" void tile_transpose_padded(int *out, const int *in, int rows, int cols)
{
    attempted();
    dim3 grid(ceil_div(cols, 2 * TILE_DIM) * 2, ceil_div(rows, TILE_DIM));
    if (rows > 0 && cols > 0)
        turn<<<grid, dim3(TILE_DIM, TILE_ROWS)>>>(out, in, rows, cols);
}
