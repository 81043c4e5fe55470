// EXPECT shared_memory.fastest.product: Invalid __global__ read
//
// The last step of a is loaded without looking at k: the elements belong to the next row, or to nobody. Those of b are 0.
#define product_fastest sound_product_fastest
#include "../solutions/02_shared_memory/fastest.cu"
#undef product_fastest

enum { SIDE = 128, STEP = 8, THREADS = 256, STAGES = 2 };

__global__ void __launch_bounds__(THREADS)
    depth_not_checked(float *__restrict__ c, const float *__restrict__ a, const float *__restrict__ b,
                   int m, int k, int n)
{
    __shared__ __align__(16) float tile_a[STAGES][STEP][SIDE + 4], tile_b[STAGES][STEP][SIDE];
    int t = threadIdx.x, top = blockIdx.y * SIDE, left = blockIdx.x * SIDE;
    int y = t / 16 * 4, x = t % 16 * 4;
    float next_a[4], next_b[4], sum[8][8] = {};
    auto fetch = [&](int step) {
        for (int i = 0; i < 4; i++) {
            int row = top + t / STEP + 32 * i, d = step + t % STEP;
            next_a[i] = row < m ? a[(size_t)row * k + d] : 0; // WRONG
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
    for (int step = 0, now = 0; step < k; step += STEP, now = (now + 1) % STAGES) {
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
        keep((now + 1) % STAGES);
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
        depth_not_checked<<<grid, THREADS>>>(c, a, b, m, k, n);
    CUDA_CHECK(cudaGetLastError());
}
