// EXPECT full marks
//
// Bulk copies bring the tiles to shared memory, four of them under way in each block; the sums of
// the blocks are added up by atomics on *out, which a memset has set to 0. (A wrong version
// includes this file with a function of its own.)
#include "lab.h"
#include <cuda/ptx>
#include <stdint.h>

namespace ptx = cuda::ptx;
enum { BLOCK = 256, STAGES = 4, TILE = 4 * BLOCK, TILE_BYTES = TILE * sizeof(int) };

static __device__ void wait_for(uint64_t *arrived, unsigned phase)
{
    while (!ptx::mbarrier_try_wait_parity(arrived, phase % 2))
        ;
}

static __device__ void load_tile(int *stage, uint64_t *arrived, const int *in, size_t tile)
{
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, arrived,
                                   TILE_BYTES);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, stage, in + tile * TILE, TILE_BYTES,
                       arrived);
}

static __global__ void add_tiles(int *out, const int *in, size_t n)
{
    __shared__ __align__(128) int stage[STAGES][TILE];
    __shared__ uint64_t arrived[STAGES];
    __shared__ int block_sum;
    size_t tiles = n / TILE;
    int sum = 0;
    if (threadIdx.x == 0) {
        block_sum = 0;
        for (int s = 0; s < STAGES; s++)
            ptx::mbarrier_init(&arrived[s], 1);
        ptx::fence_proxy_async(ptx::space_shared);
        for (int s = 0; s < STAGES; s++)
            if (blockIdx.x + (size_t)s * gridDim.x < tiles)
                load_tile(stage[s], &arrived[s], in, blockIdx.x + (size_t)s * gridDim.x);
    }
    __syncthreads();
    unsigned round = 0;
    for (size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x, round++) {
        int s = round % STAGES;
        size_t next = tile + (size_t)STAGES * gridDim.x;
        wait_for(&arrived[s], round / STAGES);
        int4 x = ((int4 *)stage[s])[threadIdx.x];
        sum += x.x + x.y + x.z + x.w;
        if (next < tiles) {
            __syncthreads(); // all have read the stage
            if (threadIdx.x == 0)
                load_tile(stage[s], &arrived[s], in, next);
        }
    }
    if (blockIdx.x == 0)
        for (size_t i = tiles * TILE + threadIdx.x; i < n; i += BLOCK)
            sum += in[i];
    sum = __reduce_add_sync(0xffffffff, sum);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&block_sum, sum);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(out, block_sum);
}

extern "C" void sum_fastest(int *out, const int *in, size_t n)
{
    size_t blocks = n / TILE + 1;
    CUDA_CHECK(cudaMemsetAsync(out, 0, sizeof *out, 0));
    add_tiles<<<min(blocks, (size_t)792), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
