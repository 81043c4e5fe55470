// One block of a cluster fetches a row for all blocks: two buffers, each with a barrier
// that counts bytes and a barrier that counts the blocks that have finished. cuda::ptx
// has the multicast for compute_90a only.
// NVCC: -O2 -std=c++17 -lineinfo -gencode arch=compute_90a,code=compute_90a
// CUDASIM: --tool all
// STDERR: ERROR SUMMARY: 0 errors
#include "library.h"

#include <cooperative_groups.h>
#include <cuda/ptx>

namespace cg = cooperative_groups;
namespace ptx = cuda::ptx;

enum { SIZE = 4, THREADS = 128, ROUNDS = 7 };

__device__ void wait(uint64_t *barrier, unsigned parity)
{
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, barrier, parity))
        ;
}

__global__ void __cluster_dims__(SIZE) shared_tiles(const int *in, int *out)
{
    __shared__ alignas(128) int tile[2][THREADS];
    __shared__ uint64_t full[2], ready[2];
    auto cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank(), t = threadIdx.x;
    if (t == 0) {
        for (int i = 0; i < 2; i++) {
            ptx::mbarrier_init(&full[i], 1);
            ptx::mbarrier_init(&ready[i], SIZE);
        }
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    }
    cluster.sync();
    int sum = 0;
    for (unsigned k = 0; k < ROUNDS + 1; k++) {
        unsigned i = k % 2, before = (k + 1) % 2;
        if (t == 0 && k < ROUNDS) { // every block is ready for row k, the first one fetches it
            ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                           &full[i], sizeof tile[0]);
            ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster,
                                 cluster.map_shared_rank(&ready[i], 0));
            if (rank == 0) {
                wait(&ready[i], k / 2 % 2);
                ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile[i],
                                   in + k * THREADS, sizeof tile[0], &full[i],
                                   (uint16_t)((1 << SIZE) - 1));
            }
        }
        if (k) {
            wait(&full[before], (k - 1) / 2 % 2);
            sum += (rank + 1) * tile[before][t];
            __syncthreads();
        }
    }
    out[rank * THREADS + t] = sum;
    cluster.sync();
}

int main()
{
    std::vector<int> h = numbers(ROUNDS * THREADS, 1000), want(SIZE * THREADS);
    Device<int> in(h), out(SIZE * THREADS);
    shared_tiles<<<SIZE, THREADS>>>(in, out);
    for (int i = 0; i < SIZE * THREADS; i++)
        for (int k = 0; k < ROUNDS; k++)
            want[i] += (i / THREADS + 1) * h[k * THREADS + i % THREADS];
    say("rows fetched once", out.host() == want);
}

/* EXPECT
rows fetched once: right
END */
