// EXPECT clusters.shared.counts: cudaErrorInvalidValue
//
// More than 48 KB of shared memory, without cudaFuncSetAttribute.
#define histogram_shared sound_shared
#include "../solutions/09_clusters/clusters.cu"
#undef histogram_shared

extern "C" void histogram_shared(unsigned *bins, int nbins, const int *in, int n)
{
    int blocks = groups_for(n, BLOCK);
    if (blocks == 0)
        return;
    shared_bins<<<blocks, BLOCK, nbins * sizeof(unsigned)>>>(bins, nbins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
