// A relaxed arrival does not make earlier writes visible to the threads that wait.
//
// expect: racecheck error (race_cluster) w r
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) kernel(int *out)
{
    __shared__ int box[32];
    cg::cluster_group cluster = cg::this_cluster();
    box[threadIdx.x] = threadIdx.x; // [w]
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
    int *theirs = cluster.map_shared_rank(box, cluster.block_rank() ^ 1);
    out[cluster.block_rank() * 32 + threadIdx.x] = theirs[threadIdx.x]; // [r]
    cluster.sync();
}

int main()
{
    int *out;
    cudaMalloc(&out, 64 * sizeof *out);
    kernel<<<2, 32>>>(out);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
