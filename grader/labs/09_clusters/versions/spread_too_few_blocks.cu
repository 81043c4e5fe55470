// EXPECT clusters.spread.counts: cudaErrorInvalidClusterSize
//
// The grid has `clusters` blocks, though gridDim counts blocks, not clusters.
#define launch_clusters sound_launch_clusters
#define histogram_spread sound_histogram_spread
#include "../solutions/09_clusters/clusters.cu"
#undef launch_clusters
#undef histogram_spread

template <typename... Args>
void launch_clusters(void (*kernel)(Args...), int clusters, int ranks, size_t bytes, Args... args)
{
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute attribute = {};
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    (int)bytes));
    config.gridDim = dim3(clusters);
    config.blockDim = dim3(BLOCK);
    config.dynamicSmemBytes = bytes;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = ranks;
    attribute.val.clusterDim.y = 1;
    attribute.val.clusterDim.z = 1;
    config.attrs = &attribute;
    config.numAttrs = 1;
    CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, args...));
}

extern "C" void histogram_spread(unsigned *bins, int nbins, int ranks, const int *in, int n)
{
    int clusters = groups_for(n, ranks * BLOCK);
    int own = ceil_div(nbins, ranks);
    if (clusters > 0)
        launch_clusters(spread_bins, clusters, ranks, own * sizeof(unsigned), bins, nbins, own, in, n);
}
