// EXPECT clusters.exchange.local: sectors loaded from global memory
//
// No tiles: every block reads all values of its cluster from global memory, and counts the
// values that it owns. Right, without a race, but every value is read once per rank.
#define histogram_exchange sound_exchange
#include "../solutions/09_clusters/clusters.cu"
#undef histogram_exchange

__global__ void wrong(unsigned *bins, int nbins, int own, const int *in, int n)
{
    extern __shared__ unsigned mine[];
    cg::cluster_group cluster = cg::this_cluster();
    int ranks = cluster.num_blocks(), rank = cluster.block_rank();
    int first = rank * own, clusters = gridDim.x / ranks;
    for (int b = threadIdx.x; b < own; b += BLOCK)
        mine[b] = 0;
    __syncthreads();
    for (int i = (blockIdx.x / ranks) * BLOCK + threadIdx.x; i < n; i += clusters * BLOCK) {
        int b = bin_of(in[i], nbins) - first;
        if (b >= 0 && b < own)
            atomicAdd(&mine[b], 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < own; b += BLOCK)
        if (mine[b] > 0)
            atomicAdd(&bins[first + b], mine[b]);
}

extern "C" void histogram_exchange(unsigned *bins, int nbins, int ranks, const int *in, int n)
{
    int clusters = groups_for(n, ranks * BLOCK);
    int own = ceil_div(nbins, ranks);
    if (clusters > 0)
        launch_clusters(wrong, clusters, ranks, own * sizeof(unsigned), bins, nbins, own, in, n);
}
