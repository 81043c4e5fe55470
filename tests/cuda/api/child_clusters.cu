// A grid of clusters launched by a kernel.
//
// NVCC: -rdc=true -cudadevrt none
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2) child(int *out)
{
    __shared__ int x;
    cg::cluster_group c = cg::this_cluster();
    x = 10 + c.block_rank();
    c.sync();
    out[blockIdx.x] = *c.map_shared_rank(&x, c.block_rank() ^ 1);
    c.sync();
}
__global__ void parent(int *out)
{
    child<<<4, 1, 0, cudaStreamTailLaunch>>>(out);
}
int main()
{
    int *d, h[4];
    cudaMalloc(&d, 16);
    parent<<<1, 1>>>(d);
    cudaMemcpy(h, d, 16, cudaMemcpyDefault);
    printf("%d %d %d %d\n", h[0], h[1], h[2], h[3]);
    cudaFree(d);
}

/* EXPECT
11 10 11 10
END */
