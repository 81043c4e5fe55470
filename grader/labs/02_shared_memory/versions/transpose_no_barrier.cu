// EXPECT shared_memory.transpose.safe: Race reported
//
// Nothing waits for the tile.
#define tile_transpose sound_transpose
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_transpose

__global__ void wrong(int *out, const int *in, int rows, int cols)
{
    __shared__ int tile[DIM][DIM];
    int x = blockIdx.x * DIM + threadIdx.x;
    int y = blockIdx.y * DIM + threadIdx.y;
    for (int i = 0; i < DIM; i += ROWS)
        if (x < cols && y + i < rows)
            tile[threadIdx.y + i][threadIdx.x] = in[(size_t)(y + i) * cols + x]; // WRONG
    x = blockIdx.y * DIM + threadIdx.x;
    y = blockIdx.x * DIM + threadIdx.y;
    for (int i = 0; i < DIM; i += ROWS)
        if (x < rows && y + i < cols)
            out[(size_t)(y + i) * rows + x] = tile[threadIdx.x][threadIdx.y + i]; // WRONG
}

extern "C" void tile_transpose(int *out, const int *in, int rows, int cols)
{
    dim3 grid(ceil_div(cols, DIM), ceil_div(rows, DIM)), block(DIM, ROWS);
    if (rows > 0 && cols > 0)
        wrong<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
