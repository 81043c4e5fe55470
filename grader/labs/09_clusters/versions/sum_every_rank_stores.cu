// EXPECT clusters.sum.sums: Race reported between
//
// Every rank stores a sum, of its own memory.
#define sum_pieces sound_sum_pieces
#define sum_clusters sound_sum_clusters
#include "../solutions/09_clusters/clusters.cu"
#undef sum_pieces
#undef sum_clusters

__global__ void sum_pieces(long long *sums, int piece, const int *in, int n)
{
    cg::cluster_group cluster = cg::this_cluster();
    int ranks = cluster.num_blocks(), rank = cluster.block_rank();
    __shared__ long long block_sums[MAX_RANKS]; // those of rank 0 are used
    int c = blockIdx.x / ranks;
    long long end = (long long)(c + 1) * piece < n ? (long long)(c + 1) * piece : n;
    long long sum = 0;
    for (long long i = (long long)c * piece + rank * BLOCK + threadIdx.x; i < end; i += ranks * BLOCK)
        sum += in[i];
    sum = block_sum(sum);
    cluster.sync(); // rank 0 has started
    if (threadIdx.x == 0)
        cluster.map_shared_rank(block_sums, 0)[rank] = sum;
    cluster.sync(); // and rank 0 has all the sums
    if (threadIdx.x == 0) {
        sum = 0;
        for (int r = 0; r < ranks; r++)
            sum += block_sums[r];
        sums[c] = sum;
    }
}

extern "C" void sum_clusters(long long *sums, int clusters, int ranks, const int *in, int n)
{
    launch_clusters(sum_pieces, clusters, ranks, 0, sums, ceil_div(n, clusters), in, n);
}
