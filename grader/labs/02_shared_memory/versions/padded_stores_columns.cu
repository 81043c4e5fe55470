// EXPECT full marks
//
// The columns are made when the tile is filled, and a thread moves its elements in a loop over the whole tile.
#define tile_transpose_padded sound_padded
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_transpose_padded

__global__ void columns(int *out, const int *in, int rows, int cols)
{
    __shared__ int tile[DIM * (DIM + 1)];
    int left = blockIdx.x * DIM, top = blockIdx.y * DIM, t = threadIdx.y * DIM + threadIdx.x;
#pragma unroll 2
    for (int e = t; e < DIM * DIM; e += DIM * ROWS) {
        int r = e / DIM, c = e % DIM;
        if (top + r < rows && left + c < cols)
            tile[c * (DIM + 1) + r] = __ldg(&in[(size_t)(top + r) * cols + left + c]);
    }
    __syncthreads();
    for (int e = t; e < DIM * DIM; e += DIM * ROWS) {
        int c = e / DIM, r = e % DIM;
        if (top + r < rows && left + c < cols)
            out[(size_t)(left + c) * rows + top + r] = tile[c * (DIM + 1) + r];
    }
}

extern "C" void tile_transpose_padded(int *out, const int *in, int rows, int cols)
{
    dim3 grid(ceil_div(cols, DIM), ceil_div(rows, DIM)), block(DIM, ROWS);
    if (rows > 0 && cols > 0)
        columns<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
