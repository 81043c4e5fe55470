// EXPECT clusters.sum.sums: a piece has ceil
//
// The pieces are rounded down.
#define sum_clusters sound_sum_clusters
#include "../solutions/09_clusters/clusters.cu"
#undef sum_clusters

extern "C" void sum_clusters(long long *sums, int clusters, int ranks, const int *in, int n)
{
    launch_clusters(sum_pieces, clusters, ranks, 0, sums, n / clusters, in, n);
}
