// Lab 09: Clusters and distributed shared memory
//
// Goal    Let blocks that run at the same time use each other's shared memory: for a
//         histogram that is too large for one block, for rows whose elements need their
//         neighbours, for sums.
// Write   TODO 1 to TODO 6, kernels and launches; 110 short lines in all.
// Try     make run LAB=clusters      the counters of every part, side by side
// Grade   make grade LAB=clusters    or, for one part: PART=1
// Pass    1. a histogram in the shared memory of one block
//         2. its bins distributed over a cluster, counted by remote atomics
//         3. the same bins, with remote loads of the values and local atomics
//         4. the best memory for the bins, for any number of bins
//         5. rows smoothed in shared memory, halos from the neighbours
//         6. one sum per cluster
//         and in every part: no access to the memory of a block that is not running
// Stuck?  make hint LAB=clusters PART=1      three hints per part, the first says the least

#include "lab.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum {
    BLOCK = CLUSTER_BLOCK,  // threads per block, in every part
    BINS = CLUSTER_BINS,    // bins that fit into the shared memory of one block: 128 KB
    MAX_RANKS = CLUSTER_MAX // blocks per cluster, at most
};
const unsigned ALL_LANES = 0xffffffff; // the mask of a whole warp

// The bin of a value. Values below the first bin or above the last bin count in that bin.
__device__ int bin_of(int value, int nbins)
{
    return value < 0 ? 0 : value >= nbins ? nbins - 1 : value;
}

// The number of groups of `threads` threads for a histogram of n values.
static int groups_for(int n, int threads)
{
    int groups = ceil_div(n, 16 * threads);
    return groups < 1056 ? groups : 1056;
}

// ---- Part 1: the bins in one block's shared memory ----------------------------------
//
// Every block counts its share of the values in its own shared memory. At the end it adds
// its counts to the bins.

__global__ void shared_bins(unsigned *bins, int nbins, const int *__restrict__ in, int n)
{
    extern __shared__ unsigned mine[]; // nbins elements
    // BEGIN TODO 1a (about 8 lines): clear, count with atomicAdd on shared memory, add
    // to the bins in global memory, except where the count is 0.
    for (int b = threadIdx.x; b < nbins; b += BLOCK)
        mine[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        atomicAdd(&mine[bin_of(in[i], nbins)], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < nbins; b += BLOCK)
        if (mine[b])
            atomicAdd(&bins[b], mine[b]);
    // END TODO 1a
}

void histogram_shared(unsigned *bins, int nbins, const int *in, int n)
{
    int blocks = groups_for(n, BLOCK);
    if (blocks == 0)
        return;
    // BEGIN TODO 1b (about 4 lines): allow more than 48 KB of dynamic shared memory with
    // cudaFuncSetAttribute; then the launch.
    size_t bytes = nbins * sizeof(unsigned);
    CUDA_CHECK(
        cudaFuncSetAttribute(shared_bins, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
    shared_bins<<<blocks, BLOCK, bytes>>>(bins, nbins, in, n);
    // END TODO 1b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 2: the bins distributed over a cluster --------------------------------------
//
// A cluster of `ranks` blocks has its bins in the shared memory of all its blocks: rank r
// owns `own` bins, from r * own on. If another rank owns the bin of a value, the value is
// counted there, by an atomic on the shared memory of that block.

__global__ void spread_bins(unsigned *bins, int nbins, int own, const int *__restrict__ in, int n)
{
    extern __shared__ unsigned mine[]; // `own` elements
    cg::cluster_group cluster = cg::this_cluster();
    int first = cluster.block_rank() * own; // my first bin
    // BEGIN TODO 2a (about 12 lines): clear; wait for the cluster; count, each value in
    // the memory of the rank that owns its bin; wait again; add mine to the bins.
    for (int b = threadIdx.x; b < own; b += BLOCK)
        mine[b] = 0;
    cluster.sync(); // all blocks have started, and have cleared their bins
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
        int b = bin_of(in[i], nbins);
        unsigned *theirs = cluster.map_shared_rank(mine, b / own);
        atomicAdd(&theirs[b % own], 1u);
    }
    cluster.sync(); // no block counts any more: mine are complete, and I may exit
    for (int b = threadIdx.x; b < own && first + b < nbins; b += BLOCK)
        if (mine[b])
            atomicAdd(&bins[first + b], mine[b]);
    // END TODO 2a
}

// Launches `clusters` clusters of `ranks` blocks, with `bytes` of dynamic shared memory per
// block.
template <typename... Args>
void launch_clusters(void (*kernel)(Args...), int clusters, int ranks, size_t bytes, Args... args)
{
    // BEGIN TODO 2b (about 14 lines): allow the shared memory; describe grid, block and
    // shared memory in a cudaLaunchConfig_t and the cluster in a cudaLaunchAttribute, both
    // initialised to zero (= {}); cudaLaunchKernelEx.
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute attribute = {};
    CUDA_CHECK(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
    config.gridDim = dim3(clusters * ranks); // in blocks, not in clusters
    config.blockDim = dim3(BLOCK);
    config.dynamicSmemBytes = bytes;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = ranks;
    attribute.val.clusterDim.y = 1;
    attribute.val.clusterDim.z = 1;
    config.attrs = &attribute;
    config.numAttrs = 1;
    CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, args...));
    // END TODO 2b
}

void histogram_spread(unsigned *bins, int nbins, int ranks, const int *in, int n)
{
    int clusters = groups_for(n, ranks * BLOCK);
    int own = ceil_div(nbins, ranks);
    if (clusters > 0)
        launch_clusters(spread_bins, clusters, ranks, own * sizeof(unsigned), bins, nbins, own, in,
                        n);
}

// ---- Part 3: remote loads, local atomics ----------------------------------------------
//
// A remote atomic is slow. A remote load of neighbouring words is not. So every block loads
// a tile of values into its shared memory, and all the blocks of the cluster read all the
// tiles; each block counts the values whose bins it owns.

enum { TILE = 4 * BLOCK }; // values of a tile

__global__ void exchange_bins(unsigned *bins, int nbins, int own, const int *__restrict__ in, int n)
{
    extern __shared__ unsigned mine[];
    cg::cluster_group cluster = cg::this_cluster();
    int ranks = cluster.num_blocks(), rank = cluster.block_rank();
    // BEGIN TODO 3a (about 25 lines): clear; in every round fill a tile in shared memory, as
    // far as there are values, wait for the cluster, and count from the tiles of all blocks the
    // values of my bins. The grid takes gridDim.x * TILE values per round; the tiles of a cluster
    // begin with that of its rank 0, (blockIdx.x - rank) * TILE. With two tiles per block, in
    // turn, one barrier per round is enough. No block exits while its tile is still being read.
    __shared__ int tile[2][TILE]; // in turn, so that one barrier per round is enough
    int first = rank * own;
    int stride = gridDim.x * TILE;          // values that all the blocks take in one round
    int start = (blockIdx.x - rank) * TILE; // of the cluster's first tile
    for (int b = threadIdx.x; b < own; b += BLOCK)
        mine[b] = 0;
    for (int turn = 0; start < n; start += stride, turn ^= 1) {
        for (int i = threadIdx.x; i < TILE; i += BLOCK)
            if (start + rank * TILE + i < n)
                tile[turn][i] = in[start + rank * TILE + i];
        cluster.sync(); // the tiles are full; the tiles of two rounds ago are not read any more
        for (int r = 0; r < ranks; r++) {
            const int *theirs = cluster.map_shared_rank(tile[turn], r);
            int count = min(TILE, n - start - r * TILE);
#pragma unroll 4 // several loads in flight at the same time
            for (int i = threadIdx.x; i < count; i += BLOCK) {
                int b = bin_of(theirs[i], nbins) - first;
                if (b >= 0 && b < own)
                    atomicAdd(&mine[b], 1u);
            }
        }
    }
    cluster.sync();
    for (int b = threadIdx.x; b < own && first + b < nbins; b += BLOCK)
        if (mine[b])
            atomicAdd(&bins[first + b], mine[b]);
    // END TODO 3a
}

void histogram_exchange(unsigned *bins, int nbins, int ranks, const int *in, int n)
{
    int clusters = groups_for(n, ranks * BLOCK);
    int own = ceil_div(nbins, ranks);
    if (clusters > 0)
        launch_clusters(exchange_bins, clusters, ranks, own * sizeof(unsigned), bins, nbins, own,
                        in, n);
}

// ---- Part 4: the best memory for any number of bins --------------------------------------

__global__ void global_bins(unsigned *bins, int nbins, const int *__restrict__ in, int n)
{
    // BEGIN TODO 4a (about 2 lines): count in global memory.
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        atomicAdd(&bins[bin_of(in[i], nbins)], 1u);
    // END TODO 4a
}

// BEGIN TODO 4b (1 line): WORTH_RANKS, the number of blocks of the largest cluster that is faster
// than global memory. README.md has what was measured.
enum { WORTH_RANKS = 2 };
// END TODO 4b

void histogram_any(unsigned *bins, int nbins, const int *in, int n)
{
    // BEGIN TODO 4c (about 6 lines): the shared memory of one block if the bins fit there, else
    // part 3 with a cluster of WORTH_RANKS blocks if they fit there, else global memory.
    if (nbins <= BINS)
        histogram_shared(bins, nbins, in, n);
    else if (nbins <= WORTH_RANKS * BINS)
        histogram_exchange(bins, nbins, WORTH_RANKS, in, n);
    else if (n > 0)
        global_bins<<<groups_for(n, BLOCK), BLOCK>>>(bins, nbins, in, n);
    // END TODO 4c
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 5: halos from the neighbours ------------------------------------------------------
//
// A cluster smooths one row, `steps` times, and stays in shared memory: block r has the
// elements from r * BLOCK on, one per thread. A block reads the elements beyond its ends
// in the shared memory of its neighbours.

__global__ void smooth(float *out, const float *__restrict__ in, int length, int steps)
{
    cg::cluster_group cluster = cg::this_cluster();
    int rank = cluster.block_rank();
    int row = blockIdx.x / cluster.num_blocks();
    // BEGIN TODO 5a (about 20 lines): thread t has element rank * BLOCK + t of the row. Load
    // it. Then in every step wait for the cluster, read left and right (the first and the last
    // thread: in the neighbours' blocks), and write the new value. Use two rows of BLOCK values
    // in shared memory, old and new in turn. The ends of the row do not change.
    __shared__ float part[2][BLOCK]; // old and new, in turn
    int t = threadIdx.x;
    int i = rank * BLOCK + t; // in the row
    size_t at = (size_t)row * length + i;
    float value = i < length ? in[at] : 0;
    int now = 0;
    for (int step = 0; step < steps; step++, now ^= 1) {
        part[now][t] = value;
        cluster.sync(); // the old values are there; the values before them are not read any more
        if (i > 0 && i < length - 1) {
            float left =
                t > 0 ? part[now][t - 1] : cluster.map_shared_rank(part[now], rank - 1)[BLOCK - 1];
            float right =
                t < BLOCK - 1 ? part[now][t + 1] : cluster.map_shared_rank(part[now], rank + 1)[0];
            value = 0.25f * left + 0.5f * value + 0.25f * right;
        }
    }
    cluster.sync(); // a neighbour may still be reading mine
    if (i < length)
        out[at] = value;
    // END TODO 5a
}

void smooth_rows(float *out, const float *in, int rows, int length, int steps)
{
    // BEGIN TODO 5b (about 2 lines): one cluster per row, with as many blocks as the row needs;
    // no launch if there are no rows, or no elements in them.
    if (rows > 0 && length > 0)
        launch_clusters(smooth, rows, ceil_div(length, BLOCK), 0, out, in, length, steps);
    // END TODO 5b
}

// ---- Part 6: one sum per cluster ---------------------------------------------------------------

// The sum over the calling block. All threads must call; thread 0 gets the sum. Given.
__device__ long long block_sum(long long value)
{
    __shared__ long long warp_sums[BLOCK / WARP_SIZE];
    int lane = threadIdx.x % WARP_SIZE, warp = threadIdx.x / WARP_SIZE;
    for (int d = WARP_SIZE / 2; d > 0; d /= 2)
        value += __shfl_down_sync(ALL_LANES, value, d);
    if (lane == 0)
        warp_sums[warp] = value;
    __syncthreads();
    if (warp == 0) {
        value = lane < BLOCK / WARP_SIZE ? warp_sums[lane] : 0;
        for (int d = WARP_SIZE / 2; d > 0; d /= 2)
            value += __shfl_down_sync(ALL_LANES, value, d);
    }
    return value;
}

// Cluster c adds up the elements from c * piece on: `piece` elements, or fewer at the end.
__global__ void sum_pieces(long long *sums, int piece, const int *__restrict__ in, int n)
{
    cg::cluster_group cluster = cg::this_cluster();
    int ranks = cluster.num_blocks(), rank = cluster.block_rank();
    // BEGIN TODO 6a (about 16 lines): the sum of the block; write it to rank 0, which has shared
    // memory for MAX_RANKS sums; when all sums are there, rank 0 adds them up and stores the
    // sum of the cluster. Cluster c consists of the blocks from c * ranks on.
    __shared__ long long block_sums[MAX_RANKS]; // those of rank 0 are used
    int c = blockIdx.x / ranks;
    long long end = (long long)(c + 1) * piece < n ? (long long)(c + 1) * piece : n;
    long long sum = 0;
    for (long long i = (long long)c * piece + rank * BLOCK + threadIdx.x; i < end;
         i += ranks * BLOCK)
        sum += in[i];
    sum = block_sum(sum);
    cluster.sync(); // rank 0 has started
    if (threadIdx.x == 0)
        cluster.map_shared_rank(block_sums, 0)[rank] = sum;
    cluster.sync(); // and rank 0 has all the sums
    if (rank == 0 && threadIdx.x == 0) {
        for (int r = 1; r < ranks; r++)
            sum += block_sums[r];
        sums[c] = sum;
    }
    // END TODO 6a
}

void sum_clusters(long long *sums, int clusters, int ranks, const int *in, int n)
{
    // BEGIN TODO 6b (1 line): one launch.
    launch_clusters(sum_pieces, clusters, ranks, 0, sums, ceil_div(n, clusters), in, n);
    // END TODO 6b
}
