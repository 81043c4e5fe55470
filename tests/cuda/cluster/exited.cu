// A block that exits at once, while its neighbour accesses its shared memory: nothing
// keeps the block alive, whether it has already exited or not. Waiting for a flag in
// global memory is as good as the cluster barrier.
//
// args: gone
// args: flag
// expect: racecheck error (cluster_exit) r - "exit of that block"
#include <cooperative_groups.h>
#include <cstring>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) gone(int *out)
{
    __shared__ int x;
    cg::cluster_group cluster = cg::this_cluster();
    x = 7;
    cluster.sync();
    if (cluster.block_rank() == 0)
        *out = *cluster.map_shared_rank(&x, 1); // [r]
}

__global__ void __cluster_dims__(2) flag(int *out, int *done)
{
    __shared__ int x;
    cg::cluster_group cluster = cg::this_cluster();
    x = 7;
    cluster.sync();
    if (cluster.block_rank() == 0) {
        *out = *cluster.map_shared_rank(&x, 1);
        __threadfence();
        *(volatile int *)done = 1;
    } else {
        while (!*(volatile int *)done)
            ;
        __threadfence();
    }
}

int main(int, char **argv)
{
    int *p, got[2] = {0};
    cudaMalloc(&p, 2 * sizeof *p);
    cudaMemset(p, 0, 2 * sizeof *p);
    bool right = !strcmp(argv[1], "flag");
    if (right)
        flag<<<2, 1>>>(p, p + 1);
    else
        gone<<<2, 1>>>(p);
    cudaMemcpy(got, p, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(p);
    return right && (got[0] != 7 || got[1] != 1);
}
