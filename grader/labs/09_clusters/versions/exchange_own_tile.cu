// EXPECT clusters.exchange.counts: each block has counted only the values of its own tile
//
// Every block reads its own tile only.
#define exchange_bins sound_exchange_bins
#define histogram_exchange sound_histogram_exchange
#include "../solutions/09_clusters/clusters.cu"
#undef exchange_bins
#undef histogram_exchange

__global__ void exchange_bins(unsigned *bins, int nbins, int own, const int *in, int n)
{
    extern __shared__ unsigned mine[];
    cg::cluster_group cluster = cg::this_cluster();
    int ranks = cluster.num_blocks(), rank = cluster.block_rank();
    __shared__ int tile[2][TILE]; // in turn, so that one barrier per round is enough
    int first = rank * own;
    int stride = gridDim.x * TILE; // values that all the blocks take in one round
    int start = (blockIdx.x - rank) * TILE; // of the cluster's first tile
    for (int b = threadIdx.x; b < own; b += BLOCK)
        mine[b] = 0;
    for (int turn = 0; start < n; start += stride, turn ^= 1) {
        for (int i = threadIdx.x; i < TILE; i += BLOCK)
            if (start + rank * TILE + i < n)
                tile[turn][i] = in[start + rank * TILE + i];
        cluster.sync(); // the tiles are full; the tiles of two rounds ago are not read any more
        for (int r = rank; r <= rank; r++) {
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
}

extern "C" void histogram_exchange(unsigned *bins, int nbins, int ranks, const int *in, int n)
{
    int clusters = groups_for(n, ranks * BLOCK);
    int own = ceil_div(nbins, ranks);
    if (clusters > 0)
        launch_clusters(exchange_bins, clusters, ranks, own * sizeof(unsigned), bins, nbins, own, in, n);
}
