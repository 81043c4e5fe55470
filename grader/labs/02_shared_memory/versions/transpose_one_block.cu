// EXPECT shared_memory.transpose.coalesced: busiest block
//
// One block transposes all tiles, one after the other.
#define tile_transpose sound_transpose
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_transpose

__global__ void wrong(int *out, const int *in, int rows, int cols)
{
    __shared__ int tile[DIM][DIM];
    for (int top = 0; top < rows; top += DIM)
        for (int left = 0; left < cols; left += DIM) {
            int x = threadIdx.x, y = threadIdx.y;
            for (int i = 0; i < DIM; i += ROWS)
                if (left + x < cols && top + y + i < rows)
                    tile[y + i][x] = in[(size_t)(top + y + i) * cols + left + x];
            __syncthreads();
            for (int i = 0; i < DIM; i += ROWS)
                if (top + x < rows && left + y + i < cols)
                    out[(size_t)(left + y + i) * rows + top + x] = tile[x][y + i];
            __syncthreads();
        }
}

extern "C" void tile_transpose(int *out, const int *in, int rows, int cols)
{
    if (rows > 0 && cols > 0)
        wrong<<<1, dim3(DIM, ROWS)>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
