// EXPECT full marks
//
// Bins that do not fit in one block are spread over a cluster: a block owns a half of them, and the two blocks read
// each other's tiles, in vectors. Few bins: 16 copies, each warp of threads in a copy of its own lane.
#define histogram_fastest sound_histogram_fastest
#include "../solutions/09_clusters/fastest.cu"
#undef histogram_fastest

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __launch_bounds__(BLOCK) __cluster_dims__(2)
    pairs_of_blocks(unsigned *__restrict__ bins, int nbins, const int *__restrict__ in, size_t n)
{
    extern __shared__ unsigned mine[];
    __shared__ int4 tile[2][BLOCK];
    cg::cluster_group cluster = cg::this_cluster();
    int rank = cluster.block_rank(), own = (nbins + 1) / 2, now = 0;
    for (int b = threadIdx.x; b < own; b += BLOCK)
        mine[b] = 0;
    __syncthreads();
    auto count = [&](int value) {
        int b = bin_of(value, nbins) - rank * own;
        if (b >= 0 && b < own)
            atomicAdd(&mine[b], 1u);
    };
    size_t vectors = n / 4, start = (blockIdx.x - rank) * (size_t)BLOCK;
    for (; start < vectors; start += gridDim.x * (size_t)BLOCK, now ^= 1) {
        size_t i = start + rank * BLOCK + threadIdx.x;
        if (i < vectors)
            tile[now][threadIdx.x] = ((const int4 *)in)[i];
        cluster.sync();
        for (int r = 0; r < 2; r++) {
            if (start + r * BLOCK + threadIdx.x >= vectors)
                continue;
            int4 v = cluster.map_shared_rank(tile[now], r)[threadIdx.x];
            count(v.x);
            count(v.y);
            count(v.z);
            count(v.w);
        }
    }
    if (blockIdx.x < 2 && threadIdx.x < n % 4)
        count(in[n - 1 - threadIdx.x]);
    cluster.sync();
    for (int b = threadIdx.x; b < own && rank * own + b < nbins; b += BLOCK)
        if (mine[b])
            atomicAdd(&bins[rank * own + b], mine[b]);
}

extern "C" void histogram_fastest(unsigned *bins, int nbins, const int *in, size_t n)
{
    if (nbins < 30000 || nbins > 80000 || n == 0)
        return sound_histogram_fastest(bins, nbins, in, n);
    int bytes = (nbins + 1) / 2 * 4;
    size_t pairs = (n + 8 * BLOCK - 1) / (8 * BLOCK);
    CUDA_CHECK(cudaMemsetAsync(bins, 0, nbins * sizeof *bins, 0));
    CUDA_CHECK(cudaFuncSetAttribute(pairs_of_blocks, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    pairs_of_blocks<<<2 * (pairs < 66 ? pairs : 66), BLOCK, bytes>>>(bins, nbins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
