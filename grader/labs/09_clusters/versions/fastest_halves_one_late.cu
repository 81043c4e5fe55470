// EXPECT clusters.fastest.skewed: got
//
// Every thread that finds the counter above half of its range takes 32768 away: several do before the first one has.
#define histogram_fastest sound_histogram_fastest
#include "../solutions/09_clusters/fastest.cu"
#undef histogram_fastest

__global__ void __launch_bounds__(BLOCK)
    one_late(unsigned *__restrict__ bins, int nbins, const int *__restrict__ in, size_t n)
{
    extern __shared__ unsigned counters[];
    for (int w = threadIdx.x; w < (nbins + 1) / 2; w += BLOCK)
        counters[w] = 0;
    __syncthreads();
    for_values(in, n, [&](int value) {
        int bin = bin_of(value, nbins), shift = bin % 2 * 16;
        unsigned before = atomicAdd(&counters[bin / 2], 1u << shift) >> shift & 0xffff;
        if (before >= HALF_RANGE - 1) {
            atomicSub(&counters[bin / 2], (unsigned)HALF_RANGE << shift);
            atomicAdd(&bins[bin], (unsigned)HALF_RANGE);
        }
    });
    __syncthreads();
    for (int b = threadIdx.x; b < nbins; b += BLOCK) {
        unsigned sum = counters[b / 2] >> b % 2 * 16 & 0xffff;
        if (sum)
            atomicAdd(&bins[b], sum);
    }
}

extern "C" void histogram_fastest(unsigned *bins, int nbins, const int *in, size_t n)
{
    if (nbins < 2000 || nbins > 100000)
        return sound_histogram_fastest(bins, nbins, in, n);
    size_t tile = 4 * LOADS * BLOCK, blocks = (n + tile - 1) / tile;
    int bytes = (nbins + 1) / 2 * 4;
    CUDA_CHECK(cudaMemsetAsync(bins, 0, nbins * sizeof *bins, 0));
    CUDA_CHECK(cudaFuncSetAttribute(one_late, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    if (blocks > 0)
        one_late<<<blocks < 4 ? blocks : 4, BLOCK, bytes>>>(bins, nbins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
