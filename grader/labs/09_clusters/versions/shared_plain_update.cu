// EXPECT clusters.shared.counts: Race reported between
//
// The bins in global memory are updated without an atomic.
#define shared_bins sound_shared_bins
#define histogram_shared sound_histogram_shared
#include "../solutions/09_clusters/clusters.cu"
#undef shared_bins
#undef histogram_shared

__global__ void shared_bins(unsigned *bins, int nbins, const int *in, int n)
{
    extern __shared__ unsigned mine[]; // nbins elements
    for (int b = threadIdx.x; b < nbins; b += BLOCK)
        mine[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        atomicAdd(&mine[bin_of(in[i], nbins)], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < nbins; b += BLOCK)
        if (mine[b])
            bins[b] += mine[b]; // WRONG
}

extern "C" void histogram_shared(unsigned *bins, int nbins, const int *in, int n)
{
    int blocks = groups_for(n, BLOCK);
    if (blocks == 0)
        return;
    size_t bytes = nbins * sizeof(unsigned);
    CUDA_CHECK(cudaFuncSetAttribute(shared_bins, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    (int)bytes));
    shared_bins<<<blocks, BLOCK, bytes>>>(bins, nbins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
