// Every thread writes to another block's memory with one instruction, and reads from a
// third block: the lanes of one warp access different blocks of the cluster. Generic
// addresses, and .shared::cluster addresses of 32 bits.
//
// expect: silence
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

enum { SIZE = 8, THREADS = 64 };

__device__ unsigned mapped(const void *p, unsigned rank)
{
    unsigned a = (unsigned)__cvta_generic_to_shared(p), b;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(b) : "r"(a), "r"(rank));
    return b;
}

__global__ void __cluster_dims__(SIZE) kernel(int *out)
{
    __shared__ int box[THREADS];
    __shared__ double wide[THREADS];
    __shared__ unsigned count;
    cg::cluster_group cluster = cg::this_cluster();
    unsigned t = threadIdx.x, rank = cluster.block_rank();
    if (t == 0)
        count = 0;
    cluster.sync();
    // Thread t of block r goes to block t % SIZE, place r + t / SIZE * SIZE.
    int *to = cluster.map_shared_rank(&box[rank + t / SIZE * SIZE], t % SIZE);
    *to = 1000 * rank + t;
    asm volatile("st.shared::cluster.f64 [%0], %1;" ::"r"(mapped(&wide[t], (rank + 1) % SIZE)),
                 "d"(0.5 * t + rank) : "memory");
    asm volatile("red.shared::cluster.add.u32 [%0], 1;" ::"r"(mapped(&count, t % SIZE)) : "memory");
    cluster.sync();
    int v;
    unsigned from = mapped(&box[t], (t + rank) % SIZE), old, which;
    asm volatile("ld.shared::cluster.s32 %0, [%1];" : "=r"(v) : "r"(from));
    asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(which) : "r"(from));
    cluster.sync();
    asm volatile("atom.shared::cluster.add.u32 %0, [%1], 1;" : "=r"(old)
                 : "r"(mapped(&count, rank)) : "memory");
    cluster.sync();
    int *o = out + (rank * THREADS + t) * 4;
    o[0] = v;
    o[1] = (int)(2 * wide[t]);
    o[2] = count * 100 + (old >= THREADS && old < 2 * THREADS);
    o[3] = which;
}

int main()
{
    static int got[SIZE * THREADS * 4];
    int *d, bad = 0;
    cudaMalloc(&d, sizeof got);
    kernel<<<SIZE, THREADS>>>(d);
    cudaError_t e = cudaMemcpy(got, d, sizeof got, cudaMemcpyDeviceToHost);
    for (int r = 0; r < SIZE; r++)
        for (int t = 0; t < THREADS; t++) {
            const int *g = got + (r * THREADS + t) * 4;
            int b = (t + r) % SIZE; // the box of block b: block t % SIZE wrote place t
            bad += g[0] != 1000 * (t % SIZE) + t / SIZE * SIZE + b;
            bad += g[1] != t + 2 * ((r + SIZE - 1) % SIZE);
            bad += g[2] != 2 * THREADS * 100 + 1;
            bad += g[3] != b;
        }
    printf("everybody: %s, %d wrong\n", cudaGetErrorName(e), bad);
    cudaFree(d);
    return e || bad;
}
