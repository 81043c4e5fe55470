// Cooperative launches: barriers of the whole grid, all blocks resident at the same
// time, and a grid with too many blocks.
//
// expect: silence
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

enum { BLOCKS = 20, THREADS = 64, N = BLOCKS * THREADS };

// Each step every thread reads what another block has written in the last one.
__global__ void turns(int *a, int *b, int steps)
{
    cg::grid_group grid = cg::this_grid();
    int i = (int)grid.thread_rank();
    for (int s = 0; s < steps; s++) {
        b[i] = a[(i + THREADS + 1) % N] + 1;
        grid.sync();
        int *t = a;
        a = b;
        b = t;
    }
}

__global__ void last(int *out)
{
    cg::grid_group grid = cg::this_grid();
    if (!grid.is_valid())
        return;
    if (grid.block_rank() == grid.num_blocks() - 1 && threadIdx.x == 0)
        *out = (int)grid.num_threads();
    auto token = grid.barrier_arrive();
    grid.barrier_wait(static_cast<decltype(token) &&>(token));
    if (grid.thread_rank() == 0)
        *out += 1;
}

int main()
{
    static int a[N], got[N];
    int *d_a, *d_b, bad = 0, steps = 7;
    for (int i = 0; i < N; i++)
        a[i] = i * i % 1001;
    cudaMalloc(&d_a, sizeof a);
    cudaMalloc(&d_b, sizeof a);
    cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice);
    void *args[] = {&d_a, &d_b, &steps};
    cudaError_t e = cudaLaunchCooperativeKernel(turns, dim3(BLOCKS), dim3(THREADS), args, 0, 0);
    if (!e)
        e = cudaMemcpy(got, d_b, sizeof got, cudaMemcpyDeviceToHost); // steps is odd
    for (int i = 0; i < N; i++)
        bad += got[i] != a[(i + steps * (THREADS + 1)) % N] + steps;
    void *only[] = {&d_a};
    cudaLaunchCooperativeKernel(last, dim3(BLOCKS), dim3(THREADS), only, 0, 0);
    cudaMemcpy(got, d_a, sizeof got, cudaMemcpyDeviceToHost);
    bad += got[0] != N + 1;
    printf("grid: %s, %d wrong\n", cudaGetErrorName(e), bad);
    cudaFree(d_a);
    cudaFree(d_b);
    return e || bad;
}
