// unwritten.cu - a block of a cluster reads words that the other block has not written.
// expect: initcheck error (uninitialised_shared) r "in the shared memory of block (1,0,0)"
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) read_other(int *out)
{
    __shared__ int part[32];
    cg::cluster_group cluster = cg::this_cluster();
    if (cluster.block_rank() == 0)
        part[threadIdx.x] = threadIdx.x;
    cluster.sync();
    int *other = cluster.map_shared_rank(part, 1);
    if (cluster.block_rank() == 0)
        out[threadIdx.x] = other[threadIdx.x] + part[threadIdx.x]; // [r]
    cluster.sync();
}

int main()
{
    int *out;
    cudaMalloc(&out, 32 * sizeof *out);
    read_other<<<2, 32>>>(out);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(out);
}
