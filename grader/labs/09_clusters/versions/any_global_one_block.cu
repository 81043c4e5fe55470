// EXPECT clusters.any.worth: bytes that the busiest block loads
//
// In global memory, one block counts all values.
#define histogram_any sound_any
#include "../solutions/09_clusters/clusters.cu"
#undef histogram_any

extern "C" void histogram_any(unsigned *bins, int nbins, const int *in, int n)
{
    if (nbins <= WORTH_RANKS * BINS)
        sound_any(bins, nbins, in, n);
    else if (n > 0)
        global_bins<<<1, BLOCK>>>(bins, nbins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
