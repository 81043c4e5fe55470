// EXPECT shared_memory.transpose.coalesced: sectors stored to global memory
//
// No tile: the loads are whole sectors, each store of a warp goes down a column.
#define tile_transpose sound_transpose
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_transpose

__global__ void wrong(int *out, const int *in, int rows, int cols)
{
    int x = blockIdx.x * DIM + threadIdx.x;
    int y = blockIdx.y * DIM + threadIdx.y;
    for (int i = 0; i < DIM; i += ROWS)
        if (x < cols && y + i < rows)
            out[(size_t)x * rows + y + i] = in[(size_t)(y + i) * cols + x];
}

extern "C" void tile_transpose(int *out, const int *in, int rows, int cols)
{
    dim3 grid(ceil_div(cols, DIM), ceil_div(rows, DIM)), block(DIM, ROWS);
    if (rows > 0 && cols > 0)
        wrong<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
