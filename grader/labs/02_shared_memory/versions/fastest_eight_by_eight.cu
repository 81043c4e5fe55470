// EXPECT full marks
//
// The product with 8 x 8 sums per thread and two stages that the threads load through registers;
// the transpose with a padded tile and 8 bytes per lane.
#include "lab.h"

enum { SIDE = 128, STEP = 8, THREADS = 256, WIDE = SIDE + 4 };

__global__ void __launch_bounds__(THREADS)
    eight_by_eight(float *__restrict__ c, const float *__restrict__ a, const float *__restrict__ b,
                   int m, int k, int n)
{
    __shared__ __align__(16) float tile_a[2][STEP][WIDE], tile_b[2][STEP][SIDE];
    int t = threadIdx.x, top = blockIdx.y * SIDE, left = blockIdx.x * SIDE;
    int y = t / 16 * 4, x = t % 16 * 4; // rows y and 64 + y, columns x and 64 + x, four of each
    float next_a[4], next_b[4], sum[8][8] = {};
    auto fetch = [&](int step) {
        for (int i = 0; i < 4; i++) {
            int row = top + t / STEP + 32 * i, d = step + t % STEP;
            next_a[i] = row < m && d < k ? a[(size_t)row * k + d] : 0;
            int col = left + t % SIDE, e = step + t / SIDE + 2 * i;
            next_b[i] = col < n && e < k ? b[(size_t)e * n + col] : 0;
        }
    };
    auto keep = [&](int stage) {
        for (int i = 0; i < 4; i++) {
            tile_a[stage][t % STEP][t / STEP + 32 * i] = next_a[i];
            tile_b[stage][t / SIDE + 2 * i][t % SIDE] = next_b[i];
        }
    };
    fetch(0);
    keep(0);
    __syncthreads();
    for (int step = 0, now = 0; step < k; step += STEP, now ^= 1) {
        if (step + STEP < k)
            fetch(step + STEP);
#pragma unroll
        for (int d = 0; d < STEP; d++) {
            float4 p = *(float4 *)&tile_a[now][d][y], q = *(float4 *)&tile_a[now][d][y + 64];
            float4 r = *(float4 *)&tile_b[now][d][x], s = *(float4 *)&tile_b[now][d][x + 64];
            float down[8] = {p.x, p.y, p.z, p.w, q.x, q.y, q.z, q.w};
            float across[8] = {r.x, r.y, r.z, r.w, s.x, s.y, s.z, s.w};
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 8; j++)
                    sum[i][j] += down[i] * across[j];
        }
        keep(now ^ 1);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j++) {
            int row = top + y + i % 4 + i / 4 * 64, col = left + x + j % 4 + j / 4 * 64;
            if (row < m && col < n)
                c[(size_t)row * n + col] = sum[i][j];
        }
}

extern "C" void product_fastest(float *c, const float *a, const float *b, int m, int k, int n)
{
    dim3 grid(ceil_div(n, SIDE), ceil_div(m, SIDE));
    if (m > 0 && n > 0)
        eight_by_eight<<<grid, THREADS>>>(c, a, b, m, k, n);
    CUDA_CHECK(cudaGetLastError());
}

// Pairs of neighbouring elements: the sides of such a matrix are even.
__global__ void pairs(float *out, const float *in, size_t rows, size_t cols)
{
    __shared__ float tile[64][65];
    size_t top = (size_t)blockIdx.x * 64, left = (size_t)blockIdx.y * 64;
    for (int y = threadIdx.y; y < 64; y += 8)
        if (top + y < rows && left + 2 * threadIdx.x < cols) {
            float2 v = *(const float2 *)&in[(top + y) * cols + left + 2 * threadIdx.x];
            tile[y][2 * threadIdx.x] = v.x;
            tile[y][2 * threadIdx.x + 1] = v.y;
        }
    __syncthreads();
    for (int y = threadIdx.y; y < 64; y += 8)
        if (left + y < cols && top + 2 * threadIdx.x < rows)
            __stcs((float2 *)&out[(left + y) * rows + top + 2 * threadIdx.x],
                   make_float2(tile[2 * threadIdx.x][y], tile[2 * threadIdx.x + 1][y]));
}

__global__ void singles(float *out, const float *in, size_t rows, size_t cols)
{
    __shared__ float tile[32][33];
    size_t row = blockIdx.x * 32 + threadIdx.y, col = blockIdx.y * 32 + threadIdx.x;
    if (row < rows && col < cols)
        tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
    __syncthreads();
    row = blockIdx.x * 32 + threadIdx.x;
    col = blockIdx.y * 32 + threadIdx.y;
    if (row < rows && col < cols)
        out[col * rows + row] = tile[threadIdx.x][threadIdx.y];
}

extern "C" void transpose_fastest(float *out, const float *in, size_t rows, size_t cols)
{
    if (rows == 0 || cols == 0)
        return;
    if (rows % 2 == 0 && cols % 2 == 0)
        pairs<<<dim3((rows + 63) / 64, (cols + 63) / 64), dim3(32, 8)>>>(out, in, rows, cols);
    else
        singles<<<dim3((rows + 31) / 32, (cols + 31) / 32), dim3(32, 32)>>>(out, in, rows, cols);
    CUDA_CHECK(cudaGetLastError());
}
