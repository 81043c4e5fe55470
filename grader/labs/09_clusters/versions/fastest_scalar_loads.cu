// EXPECT clusters.fastest.memory: load requests to global memory: naive
//
// 32 copies, but the values are loaded one by one.
#define histogram_fastest sound_histogram_fastest
#include "../solutions/09_clusters/fastest.cu"
#undef histogram_fastest

__global__ void __launch_bounds__(BLOCK)
    scalar_loads(unsigned *__restrict__ bins, int nbins, const int *__restrict__ in, size_t n)
{
    extern __shared__ unsigned counters[];
    for (int i = threadIdx.x; i < nbins * 32; i += BLOCK)
        counters[i] = 0;
    __syncthreads();
    for (size_t i = blockIdx.x * (size_t)BLOCK + threadIdx.x; i < n; i += gridDim.x * (size_t)BLOCK)
        atomicAdd(&counters[bin_of(in[i], nbins) * 32 + threadIdx.x % 32], 1u); // WRONG
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
    CUDA_CHECK(cudaFuncSetAttribute(scalar_loads, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    if (blocks > 0)
        scalar_loads<<<blocks < 132 ? blocks : 132, BLOCK, bytes>>>(bins, nbins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
