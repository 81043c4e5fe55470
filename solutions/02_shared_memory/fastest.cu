// Lab 02, the race: a transpose at the speed of a copy, and a product of floats that keeps the
// arithmetic units busy

#include "lab.h"
#include <stdint.h>

// ---- Transpose --------------------------------------------------------------------------
//
//   1. A block turns a tile of 64 x 64: its rows are 256 bytes, in the input and in the
//      output, so that the memory works on long pieces.
//   2. A thread loads 4 x 4 elements as four vectors, turns them in its registers, and stores
//      four vectors: a quarter of the instructions, and no element alone.
//   3. Vectors are swapped within the rows of the tile (an XOR): no two lanes of a
//      quarter-warp want the same banks, and no space is lost.
//   4. Neighbouring blocks walk down the input's columns: so they write neighbouring pieces of
//      the same rows of the output. Writes that are far apart cost more than reads.
//   5. The stores write through: the second-level cache passes the pieces on to memory while
//      their neighbours arrive, and does not keep them until it must make room.

enum {
    TURN_TILE = 64,               // elements, each way
    TURN_VECTORS = TURN_TILE / 4, // vectors in a row of the tile
    TURN_BLOCK = TURN_VECTORS * TURN_VECTORS,
    TURN_BLOCKS_PER_SM = 2048 / TURN_BLOCK // all the threads that a multiprocessor holds
};

// The place in the tile of vector v of row r (of the output): 16 lanes that store the rows
// 4l + k, or load the vectors l of one row, use all the banks alike.
__device__ int turned_place(int r, int v) { return r * TURN_VECTORS + (v ^ r / 4); }

// VECTORS: rows and cols are multiples of 4, and a piece of four elements is inside or outside
// as a whole.
template <bool VECTORS>
__global__ void __launch_bounds__(TURN_BLOCK, TURN_BLOCKS_PER_SM)
    turn_tiles(float *__restrict__ out, const float *__restrict__ in, size_t rows, size_t cols,
               unsigned tiles_down)
{
    __shared__ float4 tile[TURN_TILE * TURN_VECTORS];
    int x = threadIdx.x % TURN_VECTORS, y = threadIdx.x / TURN_VECTORS;
    size_t top = (size_t)(blockIdx.x % tiles_down) * TURN_TILE;
    size_t left = (size_t)(blockIdx.x / tiles_down) * TURN_TILE;

    size_t row = top + 4 * y, col = left + 4 * x;
    float4 a[4] = {};
#pragma unroll
    for (int k = 0; k < 4; k++) {
        const float *from = in + (row + k) * cols + col;
        if (VECTORS) {
            if (row < rows && col < cols)
                a[k] = *(const float4 *)from;
        } else if (row + k < rows) {
            a[k].x = col < cols ? from[0] : 0;
            a[k].y = col + 1 < cols ? from[1] : 0;
            a[k].z = col + 2 < cols ? from[2] : 0;
            a[k].w = col + 3 < cols ? from[3] : 0;
        }
    }
    tile[turned_place(4 * x, y)] = {a[0].x, a[1].x, a[2].x, a[3].x};
    tile[turned_place(4 * x + 1, y)] = {a[0].y, a[1].y, a[2].y, a[3].y};
    tile[turned_place(4 * x + 2, y)] = {a[0].z, a[1].z, a[2].z, a[3].z};
    tile[turned_place(4 * x + 3, y)] = {a[0].w, a[1].w, a[2].w, a[3].w};
    __syncthreads();

    row = top + 4 * x; // now four columns of the output
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int r = y + k * TURN_VECTORS;
        col = left + r;
        float4 b = tile[turned_place(r, x)];
        float *to = out + col * rows + row;
        if (VECTORS) {
            if (row < rows && col < cols)
                __stwt((float4 *)to, b);
        } else if (col < cols) {
            if (row < rows)
                to[0] = b.x;
            if (row + 1 < rows)
                to[1] = b.y;
            if (row + 2 < rows)
                to[2] = b.z;
            if (row + 3 < rows)
                to[3] = b.w;
        }
    }
}

// `in` has rows x cols elements; out, cols x rows, is its transpose. Both are aligned to 16
// bytes, as cudaMalloc gives them.
extern "C" void transpose_fastest(float *out, const float *in, size_t rows, size_t cols)
{
    size_t down = (rows + TURN_TILE - 1) / TURN_TILE, across = (cols + TURN_TILE - 1) / TURN_TILE;
    if (down == 0 || across == 0)
        return;
    if (rows % 4 == 0 && cols % 4 == 0)
        turn_tiles<true><<<down * across, TURN_BLOCK>>>(out, in, rows, cols, down);
    else
        turn_tiles<false><<<down * across, TURN_BLOCK>>>(out, in, rows, cols, down);
    CUDA_CHECK(cudaGetLastError());
}
