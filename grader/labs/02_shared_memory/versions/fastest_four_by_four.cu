// EXPECT shared_memory.fastest.registers: wavefronts of shared loads: naive
//
// Part 7 as it was: right, but it needs 8 words for 16 multiplications.
#define product_fastest sound_product_fastest
#include "../solutions/02_shared_memory/fastest.cu"
#undef product_fastest

__global__ void four_by_four(float *c, const float *a, const float *b, int m, int k, int n)
{
    enum { EACH = 4, STEP = 16, BIG = 64 };
    __shared__ float tile_a[BIG][STEP], tile_b[STEP][BIG];
    int x = threadIdx.x, y = threadIdx.y, t = y * STEP + x;
    int top = blockIdx.y * BIG, left = blockIdx.x * BIG;
    float sum[EACH][EACH] = {};
    for (int step = 0; step < k; step += STEP) {
        for (int i = 0; i < EACH; i++) {
            int row = top + y + i * STEP, col = left + t % BIG, deep = step + t / BIG + i * EACH;
            tile_a[y + i * STEP][x] = row < m && step + x < k ? a[(size_t)row * k + step + x] : 0;
            tile_b[t / BIG + i * EACH][t % BIG] = deep < k && col < n ? b[(size_t)deep * n + col] : 0;
        }
        __syncthreads();
        for (int d = 0; d < STEP; d++)
            for (int i = 0; i < EACH; i++)
                for (int j = 0; j < EACH; j++)
                    sum[i][j] += tile_a[y + i * STEP][d] * tile_b[d][x + j * STEP]; // WRONG
        __syncthreads();
    }
    for (int i = 0; i < EACH; i++)
        for (int j = 0; j < EACH; j++) {
            int row = top + y + i * STEP, col = left + x + j * STEP;
            if (row < m && col < n)
                c[(size_t)row * n + col] = sum[i][j];
        }
}

extern "C" void product_fastest(float *c, const float *a, const float *b, int m, int k, int n)
{
    if (m > 0 && n > 0)
        four_by_four<<<dim3(ceil_div(n, 64), ceil_div(m, 64)), dim3(16, 16)>>>(c, a, b, m, k, n);
    CUDA_CHECK(cudaGetLastError());
}
