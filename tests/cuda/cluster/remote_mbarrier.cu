// An mbarrier at which another block of the cluster arrives: each block writes to the
// memory of the next block, and then arrives at the mbarrier there.
//
// expect: silence
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

enum { SIZE = 4, THREADS = 64 };

__device__ unsigned mapped(const void *p, unsigned rank)
{
    unsigned a = (unsigned)__cvta_generic_to_shared(p), b;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(b) : "r"(a), "r"(rank));
    return b;
}

__global__ void __cluster_dims__(SIZE) pass_on(int *out)
{
    __shared__ alignas(8) unsigned long long full;
    __shared__ int box[THREADS];
    cg::cluster_group cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank(), t = threadIdx.x, next = (rank + 1) % SIZE;
    unsigned own = (unsigned)__cvta_generic_to_shared(&full);
    if (t == 0)
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(own), "r"(THREADS) : "memory");
    cluster.sync();
    for (unsigned phase = 0; phase < 3; phase++) {
        cluster.map_shared_rank(box, next)[t] = 100 * rank + t + phase;
        asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];"
                     ::"r"(mapped(&full, next)) : "memory");
        unsigned done = 0;
        while (!done)
            asm volatile("{.reg .pred p;\n"
                         "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;\n"
                         "selp.u32 %0, 1, 0, p;}"
                         : "=r"(done) : "r"(own), "r"(phase & 1) : "memory");
        out[(phase * SIZE + rank) * THREADS + t] = box[t];
        cluster.sync(); // the box is free again; at the end, no block needs it
    }
}

int main()
{
    static int got[3 * SIZE * THREADS];
    int *d, bad = 0;
    cudaMalloc(&d, sizeof got);
    pass_on<<<SIZE, THREADS>>>(d);
    cudaError_t e = cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost);
    for (int p = 0; p < 3; p++)
        for (int r = 0; r < SIZE; r++)
            for (int t = 0; t < THREADS; t++)
                bad += got[(p * SIZE + r) * THREADS + t] != 100 * ((r + SIZE - 1) % SIZE) + t + p;
    printf("mbarrier: %s, %d wrong\n", cudaGetErrorName(e), bad);
    cudaFree(d);
    return e || bad;
}
