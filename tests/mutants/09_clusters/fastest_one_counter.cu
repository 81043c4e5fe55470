// EXPECT clusters.fastest.memory: wavefronts of shared atomics: naive
//
// One counter per bin: of the 32 lanes of a warp, three or four use the same bank.
#define histogram_fastest sound_histogram_fastest
#include "../solutions/09_clusters/fastest.cu"
#undef histogram_fastest

__global__ void __launch_bounds__(BLOCK)
    one_counter(unsigned *__restrict__ bins, int nbins, const int *__restrict__ in, size_t n)
{
    extern __shared__ unsigned counters[];
    for (int b = threadIdx.x; b < nbins; b += BLOCK)
        counters[b] = 0;
    __syncthreads();
    for_values(in, n, [&](int value) { atomicAdd(&counters[bin_of(value, nbins)], 1u); }); // WRONG
    __syncthreads();
    for (int b = threadIdx.x; b < nbins; b += BLOCK)
        if (counters[b])
            atomicAdd(&bins[b], counters[b]);
}

extern "C" void histogram_fastest(unsigned *bins, int nbins, const int *in, size_t n)
{
    if (nbins > 12000)
        return sound_histogram_fastest(bins, nbins, in, n);
    size_t tile = 4 * LOADS * BLOCK, blocks = (n + tile - 1) / tile;
    CUDA_CHECK(cudaMemsetAsync(bins, 0, nbins * sizeof *bins, 0));
    if (blocks > 0)
        one_counter<<<blocks < 264 ? blocks : 264, BLOCK, nbins * sizeof(unsigned)>>>(bins, nbins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
