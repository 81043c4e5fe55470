// The histogram of a cluster without its last barrier: a block may have exited while
// others still count in its memory. And without its first barrier: other blocks may not
// have started. Both are found in any order of the blocks.
//
// args: exit
// args: entry
// expect: racecheck error (cluster_exit) late - "exit of that block"
// expect: racecheck error (cluster_start) early - "start of that block"
#include <cooperative_groups.h>
#include <cstring>

namespace cg = cooperative_groups;

__global__ void without_last(unsigned *bins)
{
    __shared__ unsigned mine[32];
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = 0;
    cluster.sync();
    atomicAdd(cluster.map_shared_rank(mine, threadIdx.x % 4) + threadIdx.x, 1u); // [late]
}

__global__ void without_first(unsigned *bins)
{
    __shared__ unsigned mine[32];
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = 0;
    __syncthreads();
    cluster.map_shared_rank(mine, (cluster.block_rank() + 1) % 4)[threadIdx.x] = 1; // [early]
    cluster.sync();
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

int main(int argc, char **argv)
{
    unsigned *bins;
    cudaMalloc(&bins, 32 * sizeof *bins);
    cudaMemset(bins, 0, 32 * sizeof *bins);
    cudaLaunchConfig_t c = {};
    cudaLaunchAttribute a = {};
    c.gridDim = 8;
    c.blockDim = 32;
    a.id = cudaLaunchAttributeClusterDimension;
    a.val.clusterDim.x = 4;
    a.val.clusterDim.y = a.val.clusterDim.z = 1;
    c.attrs = &a;
    c.numAttrs = 1;
    cudaLaunchKernelEx(&c, argc > 1 && !strcmp(argv[1], "exit") ? without_last : without_first, bins);
    cudaDeviceSynchronize();
    cudaFree(bins);
    return 0;
}
