// Barriers that no thread can complete: one warp waits for its block, the others for
// the cluster; a wait without an arrival; two arrivals without a wait.
//
// args: crossed
// args: wait
// args: twice
// expect: synccheck error (deadlock) "waits at the cluster's barrier"
// expect: synccheck error (barrier_arguments) q "barrier.cluster.wait without barrier.cluster.arrive"
// expect: synccheck error (barrier_arguments) 2 "barrier.cluster.arrive twice"
#include <cstring>

__global__ void __cluster_dims__(2) crossed()
{
    if (blockIdx.x == 0 && threadIdx.x < 32) {
        asm volatile("barrier.sync 1, 64;");
    } else {
        asm volatile("barrier.cluster.arrive;");
        asm volatile("barrier.cluster.wait;");
    }
}

__global__ void __cluster_dims__(2) only_waits()
{
    asm volatile("barrier.cluster.wait;"); // [q]
}

__global__ void __cluster_dims__(2) arrives_twice()
{
    asm volatile("barrier.cluster.arrive;");
    asm volatile("barrier.cluster.arrive;"); // [2]
    asm volatile("barrier.cluster.wait;");
}

int main(int, char **argv)
{
    if (!strcmp(argv[1], "crossed"))
        crossed<<<2, 64>>>();
    else if (!strcmp(argv[1], "wait"))
        only_waits<<<2, 64>>>();
    else
        arrives_twice<<<2, 64>>>();
    cudaDeviceSynchronize();
    return 0;
}
