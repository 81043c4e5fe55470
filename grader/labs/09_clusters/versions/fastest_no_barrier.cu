// EXPECT clusters.fastest.safe: Race reported between
// FIRST Race reported between
//
// A fast warp counts before a slow one has cleared its counters.
#define histogram_fastest sound_histogram_fastest
#include "../solutions/09_clusters/fastest.cu"
#undef histogram_fastest

__global__ void __launch_bounds__(BLOCK)
    no_barrier(unsigned *__restrict__ bins, int nbins, const int *__restrict__ in, size_t n)
{
    extern __shared__ unsigned counters[];
    for (int i = threadIdx.x; i < nbins * 32; i += BLOCK)
        counters[i] = 0; // WRONG
    for_values(in, n, [&](int value) {
        atomicAdd(&counters[bin_of(value, nbins) * 32 + threadIdx.x % 32], 1u); // WRONG
    });
    __syncthreads();
    for (int b = threadIdx.x; b < nbins; b += BLOCK) {
        unsigned sum = 0;
        for (int c = 0; c < 32; c++)
            sum += counters[b * 32 + (c + threadIdx.x) % 32];
        if (sum)
            atomicAdd(&bins[b], sum);
    }
}

extern "C" void histogram_fastest(unsigned *bins, int nbins, const int *in, size_t n)
{
    if (nbins > 1000)
        return sound_histogram_fastest(bins, nbins, in, n);
    size_t tile = 4 * LOADS * BLOCK, blocks = (n + tile - 1) / tile;
    int bytes = nbins * 32 * 4;
    CUDA_CHECK(cudaMemsetAsync(bins, 0, nbins * sizeof *bins, 0));
    CUDA_CHECK(cudaFuncSetAttribute(no_barrier, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    if (blocks > 0)
        no_barrier<<<blocks < 132 ? blocks : 132, BLOCK, bytes>>>(bins, nbins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
