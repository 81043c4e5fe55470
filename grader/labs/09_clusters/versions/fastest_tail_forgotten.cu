// EXPECT clusters.fastest.few: got
// FIRST values after the last vector are missing
//
// The n % 4 values after the last vector are counted by nobody.
#define histogram_fastest sound_histogram_fastest
#include "../solutions/09_clusters/fastest.cu"
#undef histogram_fastest

__global__ void __launch_bounds__(BLOCK)
    tail_forgotten(unsigned *__restrict__ bins, int nbins, const int *__restrict__ in, size_t n)
{
    extern __shared__ unsigned counters[];
    for (int i = threadIdx.x; i < nbins * 32; i += BLOCK)
        counters[i] = 0;
    __syncthreads();
    for_values(in, n - n % 4, [&](int value) {
        atomicAdd(&counters[bin_of(value, nbins) * 32 + threadIdx.x % 32], 1u);
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
    CUDA_CHECK(cudaFuncSetAttribute(tail_forgotten, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    if (blocks > 0)
        tail_forgotten<<<blocks < 132 ? blocks : 132, BLOCK, bytes>>>(bins, nbins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
