// The halo exchange with one buffer only, and __syncthreads() where the whole
// cluster should wait: a neighbour may read an edge before or after it changes.
//
// expect: racecheck error (race_cluster) r w
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) stencil(int *out)
{
    __shared__ int line[64];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, rank = cluster.block_rank();
    line[t] = rank * 64 + t;
    cluster.sync();
    int edge = cluster.map_shared_rank(line, rank ^ 1)[rank ? 63 : 0]; // [r]
    __syncthreads();
    line[t] += edge; // [w]
    cluster.sync();
    out[rank * 64 + t] = line[t];
}

int main()
{
    int *out;
    cudaMalloc(&out, 128 * sizeof *out);
    stencil<<<2, 64>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
