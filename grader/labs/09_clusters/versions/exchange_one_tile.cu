// EXPECT clusters.exchange.safe: Race reported
//
// One tile for all rounds, and one barrier per round: a fast block overwrites it while a slow
// one still reads.
#define histogram_exchange sound_exchange
#include "../solutions/09_clusters/clusters.cu"
#undef histogram_exchange

__global__ void wrong(unsigned *bins, int nbins, int own, const int *in, int n)
{
    extern __shared__ unsigned mine[];
    __shared__ int tile[TILE];
    cg::cluster_group cluster = cg::this_cluster();
    int ranks = cluster.num_blocks(), rank = cluster.block_rank();
    int first = rank * own;
    for (int b = threadIdx.x; b < own; b += BLOCK)
        mine[b] = 0;
    for (int start = (blockIdx.x - rank) * TILE; start < n; start += gridDim.x * TILE) {
        for (int i = threadIdx.x; i < TILE && start + rank * TILE + i < n; i += BLOCK)
            tile[i] = in[start + rank * TILE + i];
        cluster.sync();
        for (int r = 0; r < ranks; r++) {
            const int *theirs = cluster.map_shared_rank(tile, r);
            for (int i = threadIdx.x; i < TILE && start + r * TILE + i < n; i += BLOCK) {
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
    int own = ceil_div(nbins, ranks);
    if (n > 0)
        launch_clusters(wrong, 1, ranks, own * sizeof(unsigned), bins, nbins, own, in, n);
}
