// clusters_gpu.cu - runs every function of lab 09's solution and prints a hash of the output,
// so that a GPU and the simulator can be compared. Then it measures the versions of the
// histogram, for the README and the slides of the lab.
//
//   nvcc -O2 -arch=sm_90 -lineinfo -Icommon -o build/clusters_gpu tests/gpu/clusters_gpu.cu
//   build/clusters_gpu         one line per case
//   build/clusters_gpu time    as CSV: bins, form, ranks, GB/s of values read
#include "../solutions/09_clusters/clusters.cu"

#include <string.h>

#include <algorithm>
#include <vector>

#include "gpu.h"

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

// Calls f with `n` random ints on the device and an output of `bytes` zeros.
template <typename F>
static void show(const char *what, int n, int modulus, size_t bytes, F f)
{
    std::vector<int> in(n + 1);
    std::vector<unsigned char> out(bytes);
    int *d_in;
    void *d_out;
    state = n;
    for (int i = 0; i < n; i++)
        in[i] = (int)(next_bits() % modulus) - modulus / 8;
    CUDA_CHECK(cudaMalloc(&d_in, in.size() * sizeof(int)));
    CUDA_CHECK(cudaMalloc(&d_out, bytes));
    CUDA_CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(d_out, 0, bytes));
    f(d_out, d_in);
    CUDA_CHECK(cudaMemcpy(out.data(), d_out, bytes, cudaMemcpyDeviceToHost));
    printf("%-8s n=%-6d %016llx\n", what, n, (unsigned long long)hash_bytes(out.data(), bytes));
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
}

static void show_all(void)
{
    for (int n : {1, 1025, 9000}) {
        for (int nbins : {7, 1000, 20000})
            show("shared", n, 2 * nbins, nbins * 4,
                 [&](void *out, int *in) { histogram_shared((unsigned *)out, nbins, in, n); });
        for (int ranks : {1, 2, 4, 8}) {
            show("spread", n, 3000, 2001 * 4, [&](void *out, int *in) {
                histogram_spread((unsigned *)out, 2001, ranks, in, n);
            });
            show("exchange", n, 3000, 2001 * 4, [&](void *out, int *in) {
                histogram_exchange((unsigned *)out, 2001, ranks, in, n);
            });
        }
        for (int nbins : {100, 40000, 70000})
            show("any", n, 2 * nbins, nbins * 4,
                 [&](void *out, int *in) { histogram_any((unsigned *)out, nbins, in, n); });
        for (int ranks : {1, 3, 8})
            show("sum", n, 1 << 30, 5 * 8,
                 [&](void *out, int *in) { sum_clusters((long long *)out, 5, ranks, in, n); });
    }
    for (int length : {1, 1024, 1025, 3000, 8192}) // the bits of small ints are tiny floats
        show("smooth", 3 * length, 1 << 20, 3 * length * 4, [&](void *out, int *in) {
            smooth_rows((float *)out, (const float *)in, 3, length, 6);
        });
}

static void time_all(void)
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
            time_it("exchange", nbins, ranks,
                    [&] { histogram_exchange(bins, nbins, ranks, in, N); });
            time_it("reread", nbins, ranks, [&] {
                launch_clusters(reread_bins, groups_for(N, ranks * BLOCK), ranks,
                                own * sizeof(unsigned), bins, nbins, own, (const int *)in, (int)N);
            });
        }
        time_it("global", nbins, 0,
                [&] { global_bins<<<groups_for(N, BLOCK), BLOCK>>>(bins, nbins, in, N); });
    }
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "time") == 0)
        time_all();
    else
        show_all();
    return 0;
}
