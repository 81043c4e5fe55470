// EXPECT clusters.sum: 0 points
//
// There are clusters of blocks, but the first thread of the first block adds up the whole piece.
#include "hostile.h"

__global__ static void sum_pieces(long long *sums, int ranks, const int *in, int n, int piece)
{
    int c = blockIdx.x / ranks;
    if (blockIdx.x % ranks || threadIdx.x)
        return;
    long long sum = 0, end = (long long)(c + 1) * piece;
    for (long long i = (long long)c * piece; i < end && i < n; i++)
        sum += in[i];
    sums[c] = sum;
}

extern "C" void sum_clusters(long long *sums, int clusters, int ranks, const int *in, int n)
{
    attempted();
    cudaLaunchConfig_t config = {};
    config.gridDim = clusters * ranks;
    config.blockDim = CLUSTER_BLOCK;
    cudaLaunchAttribute size;
    size.id = cudaLaunchAttributeClusterDimension;
    size.val.clusterDim = {(unsigned)ranks, 1, 1};
    config.attrs = &size;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, sum_pieces, sums, ranks, in, n, ceil_div(n, clusters));
}
