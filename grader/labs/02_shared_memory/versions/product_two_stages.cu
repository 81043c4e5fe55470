// EXPECT full marks
//
// Two pairs of tiles in turn, and the next elements are loaded into registers while the tiles are multiplied.
#define tile_product sound_product
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_product

__global__ void stages(float *c, const float *a, const float *b, int m, int k, int n)
{
    __shared__ float tile_a[2][TILE][TILE], tile_b[2][TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, now = 0;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0, next_a = row < m && x < k ? a[(size_t)row * k + x] : 0;
    float next_b = y < k && col < n ? b[(size_t)y * n + col] : 0;
    for (int step = TILE; step < k + TILE; step += TILE) {
        tile_a[now][y][x] = next_a;
        tile_b[now][y][x] = next_b;
        __syncthreads();
        next_a = row < m && step + x < k ? a[(size_t)row * k + step + x] : 0;
        next_b = step + y < k && col < n ? b[(size_t)(step + y) * n + col] : 0;
#pragma unroll
        for (int i = 0; i < TILE; i++)
            sum = fmaf(tile_a[now][y][i], tile_b[now][i][x], sum);
        now = 1 - now;
    }
    if (row < m && col < n)
        c[(size_t)row * n + col] = sum;
}

extern "C" void tile_product(float *c, const float *a, const float *b, int m, int k, int n)
{
    dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE)), block(TILE, TILE);
    if (m > 0 && n > 0)
        stages<<<grid, block>>>(c, a, b, m, k, n);
    CUDA_CHECK(cudaGetLastError());
}
