// Lab 09: Clusters and distributed shared memory
//
// Goal    Let blocks that run side by side use each other's shared memory: for a
//         histogram too large for one block, for rows that need their neighbours,
//         for sums.
// Write   TODO 1 to TODO 6, kernels and launches; 110 short lines in all.
// Try     make run LAB=clusters      every part's counters, side by side
// Grade   make grade LAB=clusters    or, for one part: PART=1
// Pass    1. a histogram in one block's shared memory
//         2. its bins spread over a cluster, counted by remote atomics
//         3. the same bins, but the values travel and every atomic is local
//         4. the right place for the bins, whatever their number
//         5. rows smoothed in shared memory, halos from the neighbours
//         6. one sum a cluster
//         and in every part: nobody touches the memory of a block that is not there
// Stuck?  make hint LAB=clusters PART=1      three hints a part, the mildest first

#include "lab.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

enum {
    BLOCK = CLUSTER_BLOCK,   // threads of a block, in every part
    BINS = CLUSTER_BINS,     // bins that one block's shared memory takes: 128 KB
    MAX_RANKS = CLUSTER_MAX, // blocks of a cluster, at most
    WORTH_RANKS = 2          // of a cluster that beats global memory on an H200: see README.md
};

// The bin of a value: the first and the last one take what lies beyond them.
__device__ int bin_of(int value, int nbins)
{
    return value < 0 ? 0 : value >= nbins ? nbins - 1 : value;
}

// How many groups of `threads` threads a histogram of n values is worth.
static int groups_for(int n, int threads)
{
    int groups = ceil_div(n, 16 * threads);
    return groups < 1056 ? groups : 1056;
}

// ---- Part 1: the bins in one block's shared memory ----------------------------------
//
// Every block counts its share of the values in shared memory of its own, and adds
// what it has counted to the bins at the end.

__global__ void shared_bins(unsigned *bins, int nbins, const int *in, int n)
{
    extern __shared__ unsigned mine[]; // nbins of them
    // BEGIN TODO 1a (about 8 lines): clear, count with atomicAdd on shared memory, add
    // to the bins in global memory, but nothing where nothing was counted.
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
    // BEGIN TODO 1b (about 4 lines): more than 48 KB of dynamic shared memory have to be
    // asked for with cudaFuncSetAttribute; then the launch.
    size_t bytes = nbins * sizeof(unsigned);
    CUDA_CHECK(cudaFuncSetAttribute(shared_bins, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    (int)bytes));
    shared_bins<<<blocks, BLOCK, bytes>>>(bins, nbins, in, n);
    // END TODO 1b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 2: the bins spread over a cluster -------------------------------------------
//
// A cluster of `ranks` blocks has the bins of all their shared memories: rank r owns
// `own` bins, from r * own on. A value of somebody else's bin is counted there, by an
// atomic on that block's shared memory.

__global__ void spread_bins(unsigned *bins, int nbins, int own, const int *in, int n)
{
    extern __shared__ unsigned mine[]; // `own` of them
    cg::cluster_group cluster = cg::this_cluster();
    int first = cluster.block_rank() * own; // my first bin
    // BEGIN TODO 2a (about 12 lines): clear; wait for the cluster; count, each value in
    // the memory of the rank that owns its bin; wait again; add mine to the bins.
    for (int b = threadIdx.x; b < own; b += BLOCK)
        mine[b] = 0;
    cluster.sync(); // everybody is there, and has cleared its bins
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
        int b = bin_of(in[i], nbins);
        unsigned *theirs = cluster.map_shared_rank(mine, b / own);
        atomicAdd(&theirs[b % own], 1u);
    }
    cluster.sync(); // nobody counts any more: mine are complete, and I may leave
    for (int b = threadIdx.x; b < own && first + b < nbins; b += BLOCK)
        if (mine[b])
            atomicAdd(&bins[first + b], mine[b]);
    // END TODO 2a
}

// Launches `clusters` clusters of `ranks` blocks with `bytes` of dynamic shared memory
// each.
template <typename... Args>
void launch_clusters(void (*kernel)(Args...), int clusters, int ranks, size_t bytes, Args... args)
{
    // BEGIN TODO 2b (about 14 lines): allow the shared memory; describe grid, block and
    // shared memory in a cudaLaunchConfig_t, the cluster in a cudaLaunchAttribute, both
    // zero (= {}) before; cudaLaunchKernelEx.
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute attribute = {};
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    (int)bytes));
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
        launch_clusters(spread_bins, clusters, ranks, own * sizeof(unsigned), bins, nbins, own, in, n);
}

// ---- Part 3: the values travel, the atomics stay at home ------------------------------
//
// A remote atomic is a slow thing. A remote load of neighbouring words is not. So every
// block brings a tile of values into its shared memory, and all the blocks of the
// cluster read all the tiles; each counts the values whose bins it owns.

enum { TILE = 4 * BLOCK }; // values of a tile

__global__ void exchange_bins(unsigned *bins, int nbins, int own, const int *in, int n)
{
    extern __shared__ unsigned mine[];
    cg::cluster_group cluster = cg::this_cluster();
    int ranks = cluster.num_blocks(), rank = cluster.block_rank();
    // BEGIN TODO 3a (about 25 lines): clear; in every round fill a tile in shared memory, as
    // far as there are values, wait for the cluster, and count from everybody's tile what is
    // mine. The grid takes gridDim.x * TILE values a round, and the cluster's tiles begin with
    // the one of its rank 0, (blockIdx.x - rank) * TILE. Two tiles a block, in turn, and one
    // barrier a round is enough. Nobody leaves while a tile is still being read.
    __shared__ int tile[2][TILE]; // in turn, so that one barrier a round is enough
    int first = rank * own;
    int stride = gridDim.x * TILE; // values that all the blocks take in a round
    int start = (blockIdx.x - rank) * TILE; // of the cluster's first tile
    for (int b = threadIdx.x; b < own; b += BLOCK)
        mine[b] = 0;
    for (int turn = 0; start < n; start += stride, turn ^= 1) {
        for (int i = threadIdx.x; i < TILE; i += BLOCK)
            if (start + rank * TILE + i < n)
                tile[turn][i] = in[start + rank * TILE + i];
        cluster.sync(); // the tiles are full, and nobody reads those of the round before last
        for (int r = 0; r < ranks; r++) {
            const int *theirs = cluster.map_shared_rank(tile[turn], r);
            int count = min(TILE, n - start - r * TILE);
#pragma unroll 4 // several loads under way at a time
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
        launch_clusters(exchange_bins, clusters, ranks, own * sizeof(unsigned), bins, nbins, own, in, n);
}

// ---- Part 4: a place for any number of bins ----------------------------------------------

__global__ void global_bins(unsigned *bins, int nbins, const int *in, int n)
{
    // BEGIN TODO 4a (about 2 lines): count in global memory.
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        atomicAdd(&bins[bin_of(in[i], nbins)], 1u);
    // END TODO 4a
}

void histogram_any(unsigned *bins, int nbins, const int *in, int n)
{
    // BEGIN TODO 4b (about 6 lines): one block's shared memory if the bins fit there, else
    // a cluster of WORTH_RANKS blocks if they have room, by part 3, else global memory.
    if (nbins <= BINS)
        histogram_shared(bins, nbins, in, n);
    else if (nbins <= WORTH_RANKS * BINS)
        histogram_exchange(bins, nbins, WORTH_RANKS, in, n);
    else if (n > 0)
        global_bins<<<groups_for(n, BLOCK), BLOCK>>>(bins, nbins, in, n);
    // END TODO 4b
    CUDA_CHECK(cudaGetLastError());
}

// ---- Part 5: halos from the neighbours ------------------------------------------------------
//
// A cluster smooths one row, `steps` times, and never leaves shared memory: block r has
// elements r * BLOCK and on, thread t one of them. What lies beyond the ends of a block
// is read in the shared memory of its neighbours.

__global__ void smooth(float *out, const float *in, int length, int steps)
{
    cg::cluster_group cluster = cg::this_cluster();
    int rank = cluster.block_rank();
    int row = blockIdx.x / cluster.num_blocks();
    // BEGIN TODO 5a (about 20 lines): thread t has element rank * BLOCK + t of the row. Load
    // it; then in every step wait for the cluster, take left and right (the first and the
    // last thread from the neighbours' blocks), and write the new value. Have two rows of
    // BLOCK values in shared memory, old and new in turn. Ends of the row stay.
    __shared__ float part[2][BLOCK]; // old and new, in turn
    int t = threadIdx.x;
    int i = rank * BLOCK + t; // in the row
    size_t at = (size_t)row * length + i;
    float value = i < length ? in[at] : 0;
    int now = 0;
    for (int step = 0; step < steps; step++, now ^= 1) {
        part[now][t] = value;
        cluster.sync(); // the old values are there; nobody reads those before them any more
        if (i > 0 && i < length - 1) {
            float left = t > 0 ? part[now][t - 1]
                               : cluster.map_shared_rank(part[now], rank - 1)[BLOCK - 1];
            float right = t < BLOCK - 1 ? part[now][t + 1]
                                        : cluster.map_shared_rank(part[now], rank + 1)[0];
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
    // BEGIN TODO 5b (about 2 lines): a cluster a row, with as many blocks as the row needs;
    // nothing where there are no rows, or no elements in them.
    if (rows > 0 && length > 0)
        launch_clusters(smooth, rows, ceil_div(length, BLOCK), 0, out, in, length, steps);
    // END TODO 5b
}

// ---- Part 6: one sum a cluster -----------------------------------------------------------------

// The sum over the calling block, whose threads all call; good in thread 0. Given.
__device__ long long block_sum(long long value)
{
    __shared__ long long warp_sums[BLOCK / WARP_SIZE];
    int lane = threadIdx.x % WARP_SIZE, warp = threadIdx.x / WARP_SIZE;
    for (int d = WARP_SIZE / 2; d > 0; d /= 2)
        value += __shfl_down_sync(0xffffffff, value, d);
    if (lane == 0)
        warp_sums[warp] = value;
    __syncthreads();
    if (warp == 0) {
        value = lane < BLOCK / WARP_SIZE ? warp_sums[lane] : 0;
        for (int d = WARP_SIZE / 2; d > 0; d /= 2)
            value += __shfl_down_sync(0xffffffff, value, d);
    }
    return value;
}

// Cluster c adds up the elements from c * piece on, `piece` of them or as many as there are.
__global__ void sum_pieces(long long *sums, int piece, const int *in, int n)
{
    cg::cluster_group cluster = cg::this_cluster();
    int ranks = cluster.num_blocks(), rank = cluster.block_rank();
    // BEGIN TODO 6a (about 16 lines): the block's sum; hand it to rank 0, which has room in
    // shared memory for MAX_RANKS sums; when all have, rank 0 adds them up and stores the
    // cluster's sum. Cluster c is made of blocks c * ranks and on.
    __shared__ long long block_sums[MAX_RANKS]; // rank 0's are used
    int c = blockIdx.x / ranks;
    long long end = (long long)(c + 1) * piece < n ? (long long)(c + 1) * piece : n;
    long long sum = 0;
    for (long long i = (long long)c * piece + rank * BLOCK + threadIdx.x; i < end; i += ranks * BLOCK)
        sum += in[i];
    sum = block_sum(sum);
    cluster.sync(); // rank 0 is there
    if (threadIdx.x == 0)
        cluster.map_shared_rank(block_sums, 0)[rank] = sum;
    cluster.sync(); // and has all the sums
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
