// EXPECT shared_memory.registers.safe: Invalid __global__
//
// b is read beyond its last row if k is no multiple of the tile.
#define tile_product_registers sound_registers
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_product_registers

__global__ void wrong(float *c, const float *a, const float *b, int m, int k, int n)
{
    __shared__ float tile_a[BIG][TILE], tile_b[TILE][BIG];
    int x = threadIdx.x, y = threadIdx.y;
    int top = blockIdx.y * BIG, left = blockIdx.x * BIG;
    int t = y * TILE + x, bx = t % BIG, by = t / BIG;
    float sum[EACH][EACH] = {};
    for (int step = 0; step < k; step += TILE) {
        for (int i = 0; i < EACH; i++) {
            int row = top + y + i * TILE, col = left + bx, deep = step + by + i * EACH;
            tile_a[y + i * TILE][x] = row < m && step + x < k ? a[(size_t)row * k + step + x] : 0;
            tile_b[by + i * EACH][bx] = col < n ? b[(size_t)deep * n + col] : 0.0f; // WRONG
        }
        __syncthreads();
        for (int d = 0; d < TILE; d++) {
            float column[EACH], r[EACH];
            for (int i = 0; i < EACH; i++) {
                column[i] = tile_a[y + i * TILE][d];
                r[i] = tile_b[d][x + i * TILE];
            }
            for (int i = 0; i < EACH; i++)
                for (int j = 0; j < EACH; j++)
                    sum[i][j] += column[i] * r[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < EACH; i++)
        for (int j = 0; j < EACH; j++) {
            int row = top + y + i * TILE, col = left + x + j * TILE;
            if (row < m && col < n)
                c[(size_t)row * n + col] = sum[i][j];
        }
}

extern "C" void tile_product_registers(float *c, const float *a, const float *b, int m, int k, int n)
{
    dim3 grid(ceil_div(n, BIG), ceil_div(m, BIG)), block(TILE, TILE);
    if (m > 0 && n > 0)
        wrong<<<grid, block>>>(c, a, b, m, k, n);
    CUDA_CHECK(cudaGetLastError());
}
