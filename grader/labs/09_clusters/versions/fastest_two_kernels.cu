// EXPECT full marks
//
// Few bins: the blocks store their counts side by side, and a second kernel adds them up; no atomics on global memory.
// 16 copies, so two lanes share one; 8 bytes per lane.
#define histogram_fastest sound_histogram_fastest
#include "../solutions/09_clusters/fastest.cu"
#undef histogram_fastest

enum { PARTS = 128, PAIRED = 512 };
__device__ unsigned parts_of[PARTS][1000];

__global__ void __launch_bounds__(PAIRED) count_parts(int nbins, const int *in, size_t n)
{
    extern __shared__ unsigned counters[];
    for (int i = threadIdx.x; i < nbins * 16; i += PAIRED)
        counters[i] = 0;
    __syncthreads();
    unsigned *mine = counters + threadIdx.x % 16;
    for (size_t i = blockIdx.x * (size_t)PAIRED + threadIdx.x; i < n / 2; i += gridDim.x * (size_t)PAIRED) {
        int2 v = ((const int2 *)in)[i];
        atomicAdd(&mine[bin_of(v.x, nbins) * 16], 1u);
        atomicAdd(&mine[bin_of(v.y, nbins) * 16], 1u);
    }
    if (n % 2 && blockIdx.x == 0 && threadIdx.x == 0)
        atomicAdd(&mine[bin_of(in[n - 1], nbins) * 16], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < nbins; b += PAIRED) {
        unsigned sum = 0;
        for (int c = 0; c < 16; c++)
            sum += counters[b * 16 + (c + threadIdx.x) % 16];
        parts_of[blockIdx.x][b] = sum;
    }
}

__global__ void add_parts(unsigned *bins, int nbins, int parts)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0;
    for (int p = 0; p < parts && b < nbins; p++)
        sum += parts_of[p][b];
    if (b < nbins)
        bins[b] = sum;
}

extern "C" void histogram_fastest(unsigned *bins, int nbins, const int *in, size_t n)
{
    if (nbins > 1000)
        return sound_histogram_fastest(bins, nbins, in, n);
    int bytes = nbins * 16 * 4;
    size_t parts = n / (16 * PAIRED) + 1;
    parts = parts < PARTS ? parts : PARTS;
    CUDA_CHECK(cudaFuncSetAttribute(count_parts, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    count_parts<<<parts, PAIRED, bytes>>>(nbins, in, n);
    add_parts<<<ceil_div(nbins, 64), 64>>>(bins, nbins, parts);
    CUDA_CHECK(cudaGetLastError());
}
