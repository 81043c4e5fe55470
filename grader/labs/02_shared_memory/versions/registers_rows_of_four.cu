// EXPECT full marks
//
// Tiles without bank conflicts in another way: the tile of a is transposed and padded; the sums are in a flat array.
#define tile_product_registers sound_registers
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_product_registers

__global__ void flat(float *c, const float *a, const float *b, int m, int k, int n)
{
    __shared__ float tile_a[TILE][BIG + 2], tile_b[TILE][BIG];
    int t = threadIdx.y * TILE + threadIdx.x;
    float sum[EACH * EACH];
    for (int i = 0; i < EACH * EACH; i++)
        sum[i] = 0;
    for (int step = 0; step < k; step += TILE) {
        for (int e = t; e < BIG * TILE; e += TILE * TILE) {
            int row = blockIdx.y * BIG + e / TILE, deep = step + e % TILE;
            tile_a[e % TILE][e / TILE] = row < m && deep < k ? a[(size_t)row * k + deep] : 0;
            int col = blockIdx.x * BIG + e % BIG;
            deep = step + e / BIG;
            tile_b[e / BIG][e % BIG] = deep < k && col < n ? b[(size_t)deep * n + col] : 0;
        }
        __syncthreads();
#pragma unroll 4
        for (int d = 0; d < TILE; d++)
            for (int i = 0; i < EACH * EACH; i++)
                sum[i] += tile_a[d][threadIdx.y + i / EACH * TILE] *
                          tile_b[d][threadIdx.x + i % EACH * TILE];
        __syncthreads();
    }
    for (int i = 0; i < EACH * EACH; i++) {
        int row = blockIdx.y * BIG + threadIdx.y + i / EACH * TILE;
        int col = blockIdx.x * BIG + threadIdx.x + i % EACH * TILE;
        if (row < m && col < n)
            c[(size_t)row * n + col] = sum[i];
    }
}

extern "C" void tile_product_registers(float *c, const float *a, const float *b, int m, int k, int n)
{
    dim3 grid(ceil_div(n, BIG), ceil_div(m, BIG)), block(TILE, TILE);
    if (m > 0 && n > 0)
        flat<<<grid, block>>>(c, a, b, m, k, n);
    CUDA_CHECK(cudaGetLastError());
}
