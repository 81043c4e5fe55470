// EXPECT clusters.shared.safe: Race reported
//
// No barrier between clearing and counting: a slow warp clears what a fast one has counted.
#define histogram_shared sound_shared
#include "../solutions/09_clusters/clusters.cu"
#undef histogram_shared

__global__ void wrong(unsigned *bins, int nbins, const int *in, int n)
{
    extern __shared__ unsigned mine[];
    for (int b = threadIdx.x; b < nbins; b += BLOCK)
        mine[b] = 0;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        atomicAdd(&mine[bin_of(in[i], nbins)], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < nbins; b += BLOCK)
        if (mine[b])
            atomicAdd(&bins[b], mine[b]);
}

extern "C" void histogram_shared(unsigned *bins, int nbins, const int *in, int n)
{
    int blocks = groups_for(n, BLOCK);
    size_t bytes = nbins * sizeof(unsigned);
    if (blocks == 0)
        return;
    CUDA_CHECK(cudaFuncSetAttribute(wrong, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
    wrong<<<blocks, BLOCK, bytes>>>(bins, nbins, in, n);
    CUDA_CHECK(cudaGetLastError());
}
