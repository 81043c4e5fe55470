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

int main()
{
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
