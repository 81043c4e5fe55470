// EXPECT full marks
//
// Blocks of 32 x 32 threads, one element per thread; those without an element return after the barrier.
#define tile_transpose sound_transpose
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_transpose

__global__ void whole(int *out, const int *in, int rows, int cols)
{
    __shared__ int tile[DIM * DIM];
    unsigned x = blockIdx.x * DIM + threadIdx.x, y = blockIdx.y * DIM + threadIdx.y;
    tile[threadIdx.x * DIM + threadIdx.y] = 0;
    if (x < cols && y < rows)
        tile[threadIdx.x * DIM + threadIdx.y] = in[(size_t)y * cols + x];
    __syncthreads();
    x = blockIdx.y * DIM + threadIdx.x;
    y = blockIdx.x * DIM + threadIdx.y;
    if (x >= rows || y >= cols)
        return;
    out[(size_t)y * rows + x] = tile[threadIdx.y * DIM + threadIdx.x];
}

extern "C" void tile_transpose(int *out, const int *in, int rows, int cols)
{
    dim3 grid(ceil_div(cols, DIM), ceil_div(rows, DIM)), block(DIM, DIM);
    if (rows > 0 && cols > 0)
        whole<<<grid, block>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
