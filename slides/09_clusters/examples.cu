// examples.cu - the code on the slides of lab 09, as a program: it returns 0 if everything
// on the slides is right, and prints what is not.
// CUDASIM: --report-api-errors no
#include <cooperative_groups.h>
#include "../examples.h"

namespace cg = cooperative_groups;

// ---- a value's bin -------------------------------------------------------------------

// BEGIN SLIDE clamp
__host__ __device__ int bin_of(int value, int nbins)
{
    return value < 0 ? 0 : value >= nbins ? nbins - 1 : value;
}
// END SLIDE clamp

// ---- more than 48 KB -----------------------------------------------------------------

__global__ void touch(int *out, int words)
{
    extern __shared__ int room[];
    room[words - 1 - threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = room[words - 1 - threadIdx.x];
}

static cudaError_t launch_large(int *out, int bytes, bool meant)
{
    if (meant) {
        // BEGIN SLIDE large
        cudaFuncSetAttribute(touch, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
        touch<<<1, 32, bytes>>>(out, bytes / 4);
        // END SLIDE large
    } else {
        touch<<<1, 32, bytes>>>(out, bytes / 4);
    }
    return cudaGetLastError();
}

// ---- ranks ---------------------------------------------------------------------------

// BEGIN SLIDE ranks
__global__ void greet(int *out)
{
    __shared__ int name;
    cg::cluster_group cluster = cg::this_cluster();
    int rank = cluster.block_rank(), ranks = cluster.num_blocks();
    name = 100 + blockIdx.x;
    cluster.sync(); // all names are written
    int *theirs = cluster.map_shared_rank(&name, (rank + 1) % ranks);
    out[blockIdx.x] = *theirs; // that of my right neighbour
    cluster.sync(); // no block exits before its neighbour has read
}
// END SLIDE ranks

static cudaError_t launch_greet(int *out, int ranks, int clusters)
{
    // BEGIN SLIDE launch
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(clusters * ranks);
    config.blockDim = dim3(1);
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = ranks;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    config.attrs = &attribute;
    config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, greet, out);
    // END SLIDE launch
}

// ---- lifetimes -----------------------------------------------------------------------

__global__ void __cluster_dims__(4) tickets(int *out)
{
    // BEGIN SLIDE lifetimes
    __shared__ int counter;
    cg::cluster_group cluster = cg::this_cluster();
    counter = 0;
    cluster.sync(); // all blocks have started, all counters are 0
    int ticket = atomicAdd(cluster.map_shared_rank(&counter, 0), 1);
    cluster.sync(); // rank 0 stays until all have added
    // END SLIDE lifetimes
    out[ticket] = 1;
}

// ---- the race ------------------------------------------------------------------------

enum { BLOCK = 256, BINS = 64 };

__global__ void count_vectors(unsigned *bins, const int4 *in, int n)
{
    // BEGIN SLIDE vectors
    for (int i = threadIdx.x; i < n; i += 4 * BLOCK) {
        int4 v[4] = {};                         // registers: the loop is unrolled
#pragma unroll
        for (int k = 0; k < 4; k++)
            v[k] = in[min(i + k * BLOCK, n - 1)];
#pragma unroll
        for (int k = 0; k < 4; k++)
            if (i + k * BLOCK < n) {
                atomicAdd(&bins[v[k].x], 1u);   // in the lab: of shared memory
                atomicAdd(&bins[v[k].y], 1u);
                atomicAdd(&bins[v[k].z], 1u);
                atomicAdd(&bins[v[k].w], 1u);
            }
    }
    // END SLIDE vectors
}

__global__ void count_in_halves(unsigned *bins, const int *in, int n)
{
    __shared__ unsigned words[BINS / 2];
    for (int w = threadIdx.x; w < BINS / 2; w += BLOCK)
        words[w] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += BLOCK) {
        int bin = in[i];
        // BEGIN SLIDE halves
        int shift = bin % 2 * 16;
        unsigned old = atomicAdd(&words[bin / 2], 1u << shift) >> shift & 0xffff;
        if (old == 32767) {                     // one thread of the block sees this
            atomicSub(&words[bin / 2], 32768u << shift);
            atomicAdd(&bins[bin], 32768u);
        }
        // END SLIDE halves
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += BLOCK)
        atomicAdd(&bins[b], words[b / 2] >> b % 2 * 16 & 0xffff);
}

static void check_race()
{
    enum { N = 100000 };
    int *in = managed<int>(N);
    unsigned *vectors = managed<unsigned>(BINS), *halves = managed<unsigned>(BINS), want[BINS] = {};
    for (int i = 0; i < N; i++)
        want[in[i] = i % 10 ? 7 : i / 10 % BINS]++;
    count_vectors<<<1, BLOCK>>>(vectors, (const int4 *)in, N / 4);
    count_in_halves<<<1, BLOCK>>>(halves, in, N);
    expect_success("histograms", cudaDeviceSynchronize());
    for (int b = 0; b < BINS; b++) {
        expect_equal("vectors", vectors[b], want[b]);
        expect_equal("halves", halves[b], want[b]);
    }
    expect_success("cudaFree", cudaFree(in));
    expect_success("cudaFree", cudaFree(vectors));
    expect_success("cudaFree", cudaFree(halves));
}

int main()
{
    check_race();

    int *out, host[64];
    expect_success("cudaMallocManaged", cudaMallocManaged(&out, sizeof host));

    expect_equal("below", bin_of(-5, 10), 0);
    expect_equal("inside", bin_of(7, 10), 7);
    expect_equal("beyond", bin_of(10, 10), 9);

    expect_equal("64 KB, not meant", launch_large(out, 65536, false), cudaErrorInvalidValue);
    expect_equal("64 KB, meant", launch_large(out, 65536, true), cudaSuccess);
    expect_success("touch", cudaDeviceSynchronize());
    expect_equal("the last word", out[31], 31);

    for (int ranks = 1; ranks <= 8; ranks *= 2) {
        expect_success("greet", launch_greet(out, ranks, 16 / ranks));
        expect_success("greet", cudaDeviceSynchronize());
        for (int b = 0; b < 16; b++)
            expect_equal("neighbour", out[b], 100 + b / ranks * ranks + (b + 1) % ranks);
    }

    expect_success("cudaMemset", cudaMemset(out, 0, sizeof host));
    tickets<<<4, 1>>>(out);
    expect_success("tickets", cudaDeviceSynchronize());
    for (int b = 0; b < 4; b++)
        expect_equal("ticket", out[b], 1);

    expect_success("cudaFree", cudaFree(out));
    return mistakes != 0;
}
