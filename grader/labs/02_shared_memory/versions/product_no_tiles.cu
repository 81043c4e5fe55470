// EXPECT shared_memory.product.fetched: sectors loaded
//
// Each thread reads its row and its column from global memory.
#define tile_product sound_product
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_product

__global__ void wrong(float *c, const float *a, const float *b, int m, int k, int n)
{
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    if (row >= m || col >= n)
        return;
    for (int i = 0; i < k; i++)
        sum += a[(size_t)row * k + i] * b[(size_t)i * n + col]; // WRONG
    c[(size_t)row * n + col] = sum;
}

extern "C" void tile_product(float *c, const float *a, const float *b, int m, int k, int n)
{
    dim3 grid(ceil_div(n, TILE), ceil_div(m, TILE)), block(TILE, TILE);
    if (m > 0 && n > 0)
        wrong<<<grid, block>>>(c, a, b, m, k, n);
    CUDA_CHECK(cudaGetLastError());
}
