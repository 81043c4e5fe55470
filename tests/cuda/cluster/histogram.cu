// A histogram. Depending on their number, its bins are in one block's shared memory,
// distributed over the shared memory of a cluster, or in global memory. Values out of
// range count in the first and the last bin.
//
// expect: silence
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace cg = cooperative_groups;

enum { N = 20000, LEAST = -10 };

// Each rank owns `own` bins; a value of bin b is counted by rank b / own.
__global__ void histogram(unsigned *bins, int nbins, int own, const int *in, int n)
{
    extern __shared__ unsigned mine[];
    cg::cluster_group cluster = cg::this_cluster();
    for (int i = threadIdx.x; i < own; i += blockDim.x)
        mine[i] = 0;
    cluster.sync(); // everybody is there, and has cleared its bins
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int b = in[i] - LEAST;
        b = b < 0 ? 0 : b >= nbins ? nbins - 1 : b;
        unsigned *theirs = cluster.map_shared_rank(mine, b / own);
        atomicAdd(&theirs[b % own], 1u);
    }
    cluster.sync(); // no block counts after this, and no block may exit before
    int first = cluster.block_rank() * own;
    for (int i = threadIdx.x; i < own && first + i < nbins; i += blockDim.x)
        atomicAdd(&bins[first + i], mine[i]);
}

__global__ void histogram_global(unsigned *bins, int nbins, const int *in, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int b = in[i] - LEAST;
        atomicAdd(&bins[b < 0 ? 0 : b >= nbins ? nbins - 1 : b], 1u);
    }
}

static int run(int nbins, int size, const int *in, const int *d_in)
{
    unsigned *want = (unsigned *)calloc(nbins, sizeof *want), *d_bins;
    unsigned *got = (unsigned *)calloc(nbins, sizeof *got);
    for (int i = 0; i < N; i++) {
        int b = in[i] - LEAST;
        want[b < 0 ? 0 : b >= nbins ? nbins - 1 : b]++;
    }
    cudaMalloc(&d_bins, nbins * sizeof *d_bins);
    cudaMemset(d_bins, 0, nbins * sizeof *d_bins);
    cudaError_t e;
    if (size) {
        int own = (nbins + size - 1) / size;
        cudaLaunchConfig_t c = {};
        cudaLaunchAttribute a = {};
        c.gridDim = 16;
        c.blockDim = 96;
        c.dynamicSmemBytes = own * sizeof(unsigned);
        cudaFuncSetAttribute(histogram, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             (int)c.dynamicSmemBytes);
        a.id = cudaLaunchAttributeClusterDimension;
        a.val.clusterDim.x = size;
        a.val.clusterDim.y = a.val.clusterDim.z = 1;
        c.attrs = &a;
        c.numAttrs = 1;
        e = cudaLaunchKernelEx(&c, histogram, d_bins, nbins, own, d_in, N);
    } else {
        histogram_global<<<16, 96>>>(d_bins, nbins, d_in, N);
        e = cudaGetLastError();
    }
    if (!e)
        e = cudaMemcpy(got, d_bins, nbins * sizeof *got, cudaMemcpyDeviceToHost);
    int bad = e || memcmp(got, want, nbins * sizeof *got);
    printf("%d bins, clusters of %d: %s %s\n", nbins, size, cudaGetErrorName(e),
           bad ? "wrong" : "right");
    cudaFree(d_bins);
    free(want);
    free(got);
    return bad;
}

int main()
{
    static int in[N];
    int *d_in, bad = 0;
    unsigned x = 1;
    for (int i = 0; i < N; i++) {
        x = x * 1664525 + 1013904223;
        in[i] = (int)(x >> 8) % 3000 - 50;
    }
    cudaMalloc(&d_in, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    bad |= run(16, 1, in, d_in);
    bad |= run(1000, 2, in, d_in);
    bad |= run(2000, 4, in, d_in);
    bad |= run(2500, 8, in, d_in);
    bad |= run(100000, 2, in, d_in); // 200 KB in each block: more than the default limit
    bad |= run(5000, 0, in, d_in);
    cudaFree(d_in);
    return bad;
}
