// EXPECT shared_memory.product.safe: Race reported between
//
// The second barrier is missing: a fast warp loads the next tile while a slow one still
// multiplies.
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
        tile_a[y][x] = row < m && step + x < k ? a[(size_t)row * k + step + x] : 0.0f;
        tile_b[y][x] = step + y < k && col < n ? b[(size_t)(step + y) * n + col] : 0.0f;
        __syncthreads(); // both tiles are complete
        for (int i = 0; i < TILE; i++)
            sum += tile_a[y][i] * tile_b[i][x];
    }
    if (row < m && col < n)
        c[(size_t)row * n + col] = sum;
}

extern "C" void tile_product(float *c, const float *a, const float *b, int m, int k, int n)
{
    dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE)), block(TILE, TILE);
    if (m > 0 && n > 0)
        wrong<<<grid, block>>>(c, a, b, m, k, n);
    CUDA_CHECK(cudaGetLastError());
}
