// clusters_gpu.cu - times the forms of lab 09's histogram on a GPU, for the lab's README
// and slides. Prints CSV: bins, form, ranks, GB/s of values read.
//
//   nvcc -O2 -arch=sm_90 -Icommon -Isolutions/09_clusters -o clusters_gpu tests/gpu/clusters_gpu.cu
#include "clusters.cu"

#include <algorithm>
#include <vector>

enum { N = 1 << 26, TIMES = 9 };

// Part 3 without distributed shared memory: every block reads the values of the whole
// cluster from global memory.
__global__ void reread_bins(unsigned *bins, int nbins, int own, const int *in, int n)
{
    extern __shared__ unsigned mine[];
    cg::cluster_group cluster = cg::this_cluster();
    int ranks = cluster.num_blocks(), first = cluster.block_rank() * own;
    int start = (blockIdx.x - cluster.block_rank()) * TILE;
    for (int b = threadIdx.x; b < own; b += BLOCK)
        mine[b] = 0;
    __syncthreads();
    for (; start < n; start += gridDim.x * TILE) {
#pragma unroll 4
        for (int i = threadIdx.x; i < ranks * TILE && start + i < n; i += BLOCK) {
            int b = bin_of(in[start + i], nbins) - first;
            if (b >= 0 && b < own)
                atomicAdd(&mine[b], 1u);
        }
    }
    __syncthreads();
    for (int b = threadIdx.x; b < own && first + b < nbins; b += BLOCK)
        if (mine[b])
            atomicAdd(&bins[first + b], mine[b]);
}

template <typename F>
static void time_it(const char *form, int nbins, int ranks, F f)
{
    cudaEvent_t start, stop;
    std::vector<float> ms(TIMES);
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    for (int i = -2; i < TIMES; i++) {
        CUDA_CHECK(cudaEventRecord(start));
        f();
        CUDA_CHECK(cudaEventRecord(stop));
        CUDA_CHECK(cudaEventSynchronize(stop));
        if (i >= 0)
            CUDA_CHECK(cudaEventElapsedTime(&ms[i], start, stop));
    }
    std::sort(ms.begin(), ms.end());
    printf("%d,%s,%d,%.1f\n", nbins, form, ranks, N * 4e-6 / ms[TIMES / 2]);
}

int main()
{
    int *in;
    unsigned *bins;
    std::vector<int> host(N);
    CUDA_CHECK(cudaMalloc(&in, N * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&bins, (1 << 20) * sizeof(int)));
    printf("bins,form,ranks,GB_per_s\n");
    for (int nbins = 256; nbins <= 1 << 18; nbins *= nbins < 16384 ? 4 : 2) {
        unsigned state = 1;
        for (int i = 0; i < N; i++)
            host[i] = (int)(((state = state * 1664525u + 1013904223u) >> 4) % nbins);
        CUDA_CHECK(cudaMemcpy(in, host.data(), N * sizeof(int), cudaMemcpyHostToDevice));
        CUDA_CHECK(cudaMemset(bins, 0, (1 << 20) * sizeof(int)));
        if (nbins <= BINS)
            time_it("shared", nbins, 1, [&] { histogram_shared(bins, nbins, in, N); });
        for (int ranks = 1; ranks <= MAX_RANKS; ranks *= 2) {
            int own = ceil_div(nbins, ranks);
            if (own > BINS)
                continue;
            time_it("spread", nbins, ranks, [&] { histogram_spread(bins, nbins, ranks, in, N); });
            time_it("exchange", nbins, ranks, [&] { histogram_exchange(bins, nbins, ranks, in, N); });
            time_it("reread", nbins, ranks, [&] {
                launch_clusters(reread_bins, groups_for(N, ranks * BLOCK), ranks, own * sizeof(unsigned),
                                bins, nbins, own, (const int *)in, (int)N);
            });
        }
        time_it("global", nbins, 0, [&] { global_bins<<<groups_for(N, BLOCK), BLOCK>>>(bins, nbins, in, N); });
    }
    return 0;
}
