// EXPECT clusters.sum.safe: Race reported
//
// Rank 0 adds up the sums before the other blocks have stored them.
#define sum_clusters sound_sum
#include "../solutions/09_clusters/clusters.cu"
#undef sum_clusters

__global__ void wrong(long long *sums, int piece, const int *in, int n)
{
    __shared__ long long block_sums[MAX_RANKS];
    cg::cluster_group cluster = cg::this_cluster();
    int ranks = cluster.num_blocks(), rank = cluster.block_rank();
    int c = blockIdx.x / ranks;
    long long end = (long long)(c + 1) * piece < n ? (long long)(c + 1) * piece : n;
    long long sum = 0;
    for (long long i = (long long)c * piece + rank * BLOCK + threadIdx.x; i < end; i += ranks * BLOCK)
        sum += in[i];
    sum = block_sum(sum);
    cluster.sync();
    if (threadIdx.x == 0)
        cluster.map_shared_rank(block_sums, 0)[rank] = sum;
    __syncthreads();
    if (rank == 0 && threadIdx.x == 0) {
        for (int r = 1; r < ranks; r++)
            sum += block_sums[r];
        sums[c] = sum;
    }
}

extern "C" void sum_clusters(long long *sums, int clusters, int ranks, const int *in, int n)
{
    launch_clusters(wrong, clusters, ranks, 0, sums, ceil_div(n, clusters), in, n);
}
