// EXPECT clusters.fastest.halves: sectors updated by global atomics: naive
//
// Bins that do not fit in shared memory as words are counted in global memory at once.
#define histogram_fastest sound_histogram_fastest
#include "../solutions/09_clusters/fastest.cu"
#undef histogram_fastest

extern "C" void histogram_fastest(unsigned *bins, int nbins, const int *in, size_t n)
{
    size_t tile = 4 * LOADS * BLOCK, blocks = (n + tile - 1) / tile;
    if (nbins <= 50000 || n == 0)
        return sound_histogram_fastest(bins, nbins, in, n);
    CUDA_CHECK(cudaMemsetAsync(bins, 0, nbins * sizeof *bins, 0));
    count_global<<<blocks < 264 ? blocks : 264, BLOCK>>>(bins, nbins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
