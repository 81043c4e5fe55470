// EXPECT clusters.spread.safe: Race reported
//
// A block adds up its bins, and ends, while others still count in them.
#define histogram_spread sound_spread
#include "../solutions/09_clusters/clusters.cu"
#undef histogram_spread

__global__ void wrong(unsigned *bins, int nbins, int own, const int *in, int n)
{
    extern __shared__ unsigned mine[];
    cg::cluster_group cluster = cg::this_cluster();
    int first = cluster.block_rank() * own;
    for (int b = threadIdx.x; b < own; b += BLOCK)
        mine[b] = 0;
    cluster.sync();
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) {
        int b = bin_of(in[i], nbins);
        unsigned *theirs = cluster.map_shared_rank(mine, b / own);
        atomicAdd(&theirs[b % own], 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < own && first + b < nbins; b += BLOCK)
        if (mine[b])
            atomicAdd(&bins[first + b], mine[b]);
}

extern "C" void histogram_spread(unsigned *bins, int nbins, int ranks, const int *in, int n)
{
    int clusters = groups_for(n, ranks * BLOCK);
    int own = ceil_div(nbins, ranks);
    if (clusters > 0)
        launch_clusters(wrong, clusters, ranks, own * sizeof(unsigned), bins, nbins, own, in, n);
}
