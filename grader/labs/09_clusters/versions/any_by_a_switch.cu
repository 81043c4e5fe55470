// EXPECT full marks
//
// The choice by the number of blocks that the bins need; global counts by warps that share a
// bin.
#define global_bins sound_global_bins
#define histogram_any sound_histogram_any
#include "../solutions/09_clusters/clusters.cu"
#undef global_bins
#undef histogram_any

__global__ void global_bins(unsigned *bins, int nbins, const int *in, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[bin_of(in[i], nbins)], 1u);
}

extern "C" void histogram_any(unsigned *bins, int nbins, const int *in, int n)
{
    if (n == 0)
        return;
    switch (ceil_div(nbins, BINS)) {
    case 1: histogram_shared(bins, nbins, in, n); break;
    case 2: histogram_exchange(bins, nbins, 2, in, n); break;
    default: global_bins<<<ceil_div(n, 256), 256>>>(bins, nbins, in, n); break;
    }
    CUDA_CHECK(cudaGetLastError());
}
