// Steps of a three-point stencil on a line that is distributed over the shared memory
// of a cluster: each block reads the edges in its neighbours' memory.
//
// expect: silence
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

enum { BLOCKS = 8, THREADS = 64, STEPS = 5, N = BLOCKS * THREADS };

__global__ void __cluster_dims__(BLOCKS) stencil(int *out, const int *in)
{
    __shared__ int line[2][THREADS];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, rank = cluster.block_rank(), last = cluster.num_blocks() - 1;
    line[0][t] = in[rank * THREADS + t];
    cluster.sync();
    for (int step = 0; step < STEPS; step++) {
        const int *now = line[step & 1];
        int left = 0, right = 0;
        if (t > 0)
            left = now[t - 1];
        else if (rank > 0)
            left = cluster.map_shared_rank(now, rank - 1)[THREADS - 1];
        if (t < THREADS - 1)
            right = now[t + 1];
        else if (rank < last)
            right = cluster.map_shared_rank(now, rank + 1)[0];
        line[~step & 1][t] = left + 2 * now[t] + right;
        cluster.sync();
    }
    out[rank * THREADS + t] = line[STEPS & 1][t];
}

int main()
{
    static int a[N], b[N], got[N];
    int *d_in, *d_out, bad = 0;
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 101;
    cudaMalloc(&d_in, sizeof a);
    cudaMalloc(&d_out, sizeof a);
    cudaMemcpy(d_in, a, sizeof a, cudaMemcpyHostToDevice);
    stencil<<<BLOCKS, THREADS>>>(d_out, d_in);
    cudaError_t e = cudaMemcpy(got, d_out, sizeof got, cudaMemcpyDeviceToHost);
    for (int s = 0; s < STEPS; s++) {
        for (int i = 0; i < N; i++)
            b[i] = (i ? a[i - 1] : 0) + 2 * a[i] + (i < N - 1 ? a[i + 1] : 0);
        for (int i = 0; i < N; i++)
            a[i] = b[i];
    }
    for (int i = 0; i < N; i++)
        bad += got[i] != a[i];
    printf("halo: %s, %d wrong\n", cudaGetErrorName(e), bad);
    cudaFree(d_in);
    cudaFree(d_out);
    return e || bad;
}
