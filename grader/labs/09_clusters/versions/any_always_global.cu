// EXPECT clusters.any.alone: shared atomics per warp
//
// Global memory has room for any number of bins, and is slow for few.
#define histogram_any sound_any
#include "../solutions/09_clusters/clusters.cu"
#undef histogram_any

extern "C" void histogram_any(unsigned *bins, int nbins, const int *in, int n)
{
    if (nbins > BINS && nbins <= WORTH_RANKS * BINS)
        sound_any(bins, nbins, in, n);
    else if (n > 0)
        global_bins<<<groups_for(n, BLOCK), BLOCK>>>(bins, nbins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
