// Arriving at the cluster barrier and waiting there are two steps, with independent
// work between them. Arriving without a release is enough to know that all blocks have
// started. The barrier does not wait for a thread that has exited.
//
// expect: silence
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

enum { SIZE = 4, THREADS = 96 };

__global__ void __cluster_dims__(SIZE) rounds(int *out)
{
    __shared__ int box[THREADS];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, rank = cluster.block_rank(), sum = 0;
    asm volatile("barrier.cluster.arrive.relaxed.aligned;");
    int own = rank * 10 + t % 10; // needs no other thread
    asm volatile("barrier.cluster.wait.aligned;");
    for (int i = 0; i < 6; i++) {
        int to = (rank + 1 + i) % SIZE;
        cluster.map_shared_rank(box, to)[t] = own + i;
        cluster.barrier_arrive();
        own = own * 3 % 1000; // the box may not be looked at yet
        cluster.barrier_wait();
        sum += box[t];
        auto token = cluster.barrier_arrive();
        sum *= 2;
        cluster.barrier_wait(static_cast<decltype(token) &&>(token));
    }
    out[rank * THREADS + t] = sum;
}

// Warps come at different times, and some threads leave early.
__global__ void __cluster_dims__(2, 2) leavers(int *out)
{
    __shared__ int x;
    cg::cluster_group cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank();
    if (threadIdx.x >= 64)
        return;
    if (threadIdx.x == 32)
        x = rank + 1;
    asm volatile("barrier.cluster.arrive;");
    asm volatile("barrier.cluster.wait;");
    if (threadIdx.x == 0)
        atomicAdd(out, *cluster.map_shared_rank(&x, rank ^ 3));
    asm volatile("barrier.cluster.arrive;");
    asm volatile("barrier.cluster.wait;");
}

int main()
{
    static int got[SIZE * THREADS + 1];
    int *d, bad = 0;
    cudaMalloc(&d, sizeof got);
    cudaMemset(d, 0, sizeof got);
    rounds<<<SIZE, THREADS>>>(d);
    leavers<<<dim3(2, 4), 96>>>(d + SIZE * THREADS);
    cudaError_t e = cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost);
    for (int rank = 0; rank < SIZE; rank++)
        for (int t = 0; t < THREADS; t++) {
            int sum = 0;
            for (int i = 0; i < 6; i++) {
                int own = (rank + 2 * SIZE - 1 - i) % SIZE * 10 + t % 10;
                for (int k = 0; k < i; k++)
                    own = own * 3 % 1000;
                sum = (sum + own + i) * 2;
            }
            bad += got[rank * THREADS + t] != sum;
        }
    bad += got[SIZE * THREADS] != 20;
    printf("rounds: %s, %d wrong\n", cudaGetErrorName(e), bad);
    cudaFree(d);
    return e || bad;
}
