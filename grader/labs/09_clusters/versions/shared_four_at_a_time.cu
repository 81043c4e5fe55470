// EXPECT full marks
//
// Values four at a time, bins cleared twice, and the bins of a block added in another order.
#define shared_bins sound_shared_bins
#define histogram_shared sound_histogram_shared
#include "../solutions/09_clusters/clusters.cu"
#undef shared_bins
#undef histogram_shared

__global__ void shared_bins(unsigned *bins, int nbins, const int *in, int n)
{
    extern __shared__ unsigned mine[]; // nbins elements
    for (int b = threadIdx.x; b < nbins; b += blockDim.x)
        mine[b] = 7;
    __syncthreads();
    for (int b = threadIdx.x; b < nbins; b += blockDim.x)
        mine[b] = 0;
    __syncthreads();
    const int4 *fours = (const int4 *)in;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n / 4; i += gridDim.x * BLOCK) {
        int4 v = fours[i];
        atomicAdd(&mine[bin_of(v.x, nbins)], 1u);
        atomicAdd(&mine[bin_of(v.y, nbins)], 1u);
        atomicAdd(&mine[bin_of(v.z, nbins)], 1u);
        atomicAdd(&mine[bin_of(v.w, nbins)], 1u);
    }
    if (blockIdx.x == 0 && threadIdx.x < n % 4)
        atomicAdd(&mine[bin_of(in[n - 1 - threadIdx.x], nbins)], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < nbins; b += BLOCK)
        if (mine[b])
            atomicAdd(&bins[b], mine[b]);
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
