// EXPECT shared_memory.product.right: last step
//
// Every step begins with a sum of 0.
#define tile_product sound_product
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_product

__global__ void wrong(float *c, const float *a, const float *b, int m, int k, int n)
{
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int step = 0; step < k; step += TILE) {
        sum = 0;
        tile_a[y][x] = row < m && step + x < k ? a[(size_t)row * k + step + x] : 0.0f;
        tile_b[y][x] = step + y < k && col < n ? b[(size_t)(step + y) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    }
    if (row < m && col < n)
        c[(size_t)row * n + col] = sum; // WRONG
}

extern "C" void tile_product(float *c, const float *a, const float *b, int m, int k, int n)
{
    dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE)), block(TILE, TILE);
    if (m > 0 && n > 0)
        wrong<<<grid, block>>>(c, a, b, m, k, n);
    CUDA_CHECK(cudaGetLastError());
}
