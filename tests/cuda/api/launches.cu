// Launch limits, cooperative launches, clusters, function attributes and
// occupancy.
#include <cooperative_groups.h>

#include "api.h"

__constant__ char letters[5];
__constant__ double numbers[2];
__global__ void empty() {}
__global__ void set(int *p) { *p = 1; }
__global__ void fixed_shared(int *p)
{
    __shared__ int s[4096];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = s[threadIdx.x ^ 1];
}
extern __shared__ int dynamic[];
__global__ void dynamic_shared(int *p)
{
    dynamic[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = dynamic[threadIdx.x ^ 1];
}
__global__ void __launch_bounds__(256) bounded(int *p) { *p = 1; }
__global__ void together(int *p)
{
    cooperative_groups::this_grid().sync();
    *p = 1;
}
__global__ void __cluster_dims__(2, 1, 1) in_pairs(int *p)
{
    if (p)
        *p = 1;
}

static int *d, h[64];

static void limits()
{
    LAUNCHED(empty<<<0, 1>>>());
    LAUNCHED(empty<<<1, 0>>>());
    LAUNCHED(empty<<<1, 1024>>>());
    LAUNCHED(empty<<<1, 1025>>>());
    LAUNCHED(empty<<<1, dim3(1, 1, 64)>>>());
    LAUNCHED(empty<<<1, dim3(1, 1, 65)>>>());
    LAUNCHED(empty<<<1, dim3(1, 1024, 1)>>>());
    LAUNCHED(empty<<<1, dim3(32, 32, 2)>>>());
    LAUNCHED(empty<<<dim3(1, 65535), 1>>>());
    LAUNCHED(empty<<<dim3(1, 65536), 1>>>());
    LAUNCHED(empty<<<dim3(1, 1, 65536), 1>>>());
    LAUNCHED(empty<<<2147483648u, 1>>>());
    LAUNCHED(empty<<<1, 1, 48 * 1024>>>());
    LAUNCHED(empty<<<1, 1, 48 * 1024 + 1>>>());
    LAUNCHED(fixed_shared<<<1, 32, 32 * 1024>>>(d));
    LAUNCHED(fixed_shared<<<1, 32, 33 * 1024>>>(d));
    LAUNCHED(bounded<<<1, 256>>>(d));
    LAUNCHED(bounded<<<1, 257>>>(d));
    void *args[] = {&d};
    SHOW(cudaLaunchKernel((const void *)set, dim3(1), dim3(1025), args, 0, 0));
    SHOW(cudaLaunchKernel((const void *)h, dim3(1), dim3(1), args, 0, 0));
    SHOW(cudaLaunchKernel((const void *)0, dim3(1), dim3(1), args, 0, 0));
    SHOW(cudaLaunchKernel((const void *)set, dim3(1), dim3(1), args, 0, 0));
}

static void opt_in()
{
    const cudaFuncAttribute size = cudaFuncAttributeMaxDynamicSharedMemorySize;
    const cudaFuncAttribute carveout = cudaFuncAttributePreferredSharedMemoryCarveout;
    LAUNCHED(dynamic_shared<<<1, 32, 227 * 1024>>>(d));
    SHOW(cudaFuncSetAttribute(dynamic_shared, size, 227 * 1024));
    LAUNCHED(dynamic_shared<<<1, 32, 227 * 1024>>>(d));
    LAUNCHED(dynamic_shared<<<1, 32, 227 * 1024 + 1>>>(d));
    SHOW(cudaFuncSetAttribute(dynamic_shared, size, 227 * 1024 + 1));
    SHOW(cudaFuncSetAttribute(dynamic_shared, size, -1));
    SHOW(cudaFuncSetAttribute(dynamic_shared, size, 1000));
    LAUNCHED(dynamic_shared<<<1, 32, 2000>>>(d));
    SHOW(cudaFuncSetAttribute(fixed_shared, size, 227 * 1024));
    SHOW(cudaFuncSetAttribute(dynamic_shared, carveout, 101));
    SHOW(cudaFuncSetAttribute(dynamic_shared, carveout, -2));
    SHOW(cudaFuncSetAttribute(dynamic_shared, carveout, 50));
    SHOW(cudaFuncSetAttribute(dynamic_shared, carveout, -1));
    SHOW(cudaFuncSetAttribute(dynamic_shared, (cudaFuncAttribute)3, 1));
    SHOW(cudaFuncSetAttribute((const void *)h, size, 0));
    SHOW(cudaFuncSetAttribute((const void *)0, size, 0));
}

static void show_attributes(const char *name, const void *kernel)
{
    cudaFuncAttributes a;
    cudaError_t e = cudaFuncGetAttributes(&a, kernel);
    printf("%s: %s\n", name, short_name(e));
    if (!e)
        printf("  shared %zu constant %zu threads %d dynamic %d carveout %d cluster %d: %d %d %d\n",
               a.sharedSizeBytes, a.constSizeBytes, a.maxThreadsPerBlock, a.maxDynamicSharedSizeBytes,
               a.preferredShmemCarveout, a.clusterDimMustBeSet, a.requiredClusterWidth,
               a.requiredClusterHeight, a.requiredClusterDepth);
}

static void attributes()
{
    show_attributes("empty", (const void *)empty);
    show_attributes("fixed_shared", (const void *)fixed_shared);
    show_attributes("dynamic_shared", (const void *)dynamic_shared);
    show_attributes("bounded", (const void *)bounded);
    show_attributes("in_pairs", (const void *)in_pairs);
    show_attributes("host pointer", h);
    show_attributes("null", 0);
    const char *name;
    size_t offset, size;
    SHOW(cudaFuncGetName(&name, (const void *)set));
    puts(name);
    SHOW(cudaFuncGetParamInfo((const void *)set, 0, &offset, &size));
    printf("%zu %zu\n", offset, size);
    SHOW(cudaFuncGetParamInfo((const void *)set, 1, &offset, &size));
}

static int blocks(const void *kernel, int threads, size_t shared)
{
    int n = -1;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, kernel, threads, shared);
    return n;
}

static void occupancy()
{
    int n;
    size_t bytes;
    cudaFuncSetAttribute(dynamic_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024);
    for (int t = 32; t <= 1024; t *= 2)
        printf("%d threads: %d %d %d %d\n", t, blocks((const void *)empty, t, 0),
               blocks((const void *)fixed_shared, t, 0), blocks((const void *)dynamic_shared, t, 1000),
               blocks((const void *)dynamic_shared, t, 100000));
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, empty, 0, 0));
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, empty, -1, 0));
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, empty, 2000, 0));
    printf("%d\n", n);
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, empty, 32, 100000));
    printf("%d\n", n);
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, (const void *)h, 32, 0));
    SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, dynamic_shared, 2, 256));
    printf("%zu\n", bytes);
    SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, fixed_shared, 1, 256));
    printf("%zu\n", bytes);
    SHOW(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, dynamic_shared, 9, 256));
    int grid, block;
    SHOW(cudaOccupancyMaxPotentialBlockSize(&grid, &block, fixed_shared, 0, 0));
    printf("%d %d\n", grid, block);
}

static void cooperative()
{
    void *args[] = {&d};
    SHOW(cudaLaunchCooperativeKernel(together, 132, 64, args, 0, 0));
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaLaunchCooperativeKernel(together, 132 * 33, 64, args, 0, 0));
    SHOW(cudaLaunchCooperativeKernel(together, 0, 64, args, 0, 0));
    SHOW(cudaLaunchCooperativeKernel(together, 1, 2000, args, 0, 0));
}

static cudaError_t with_cluster(void (*kernel)(int *), unsigned grid, unsigned x)
{
    cudaLaunchAttribute a[1];
    a[0].id = cudaLaunchAttributeClusterDimension;
    a[0].val.clusterDim.x = x;
    a[0].val.clusterDim.y = a[0].val.clusterDim.z = 1;
    cudaLaunchConfig_t c = {};
    c.gridDim = grid;
    c.blockDim = 32;
    c.attrs = a;
    c.numAttrs = 1;
    void *args[] = {&d};
    return cudaLaunchKernelExC(&c, (const void *)kernel, args);
}

static void clusters()
{
    LAUNCHED(in_pairs<<<2, 32>>>(0));
    LAUNCHED(in_pairs<<<3, 32>>>(0));
    SHOW(with_cluster(set, 16, 8));
    SHOW(with_cluster(set, 16, 16));
    SHOW(cudaFuncSetAttribute(set, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    SHOW(with_cluster(set, 16, 16));
    SHOW(with_cluster(set, 16, 3));
    SHOW(with_cluster(set, 16, 0));
    SHOW(with_cluster(in_pairs, 16, 4));
    SHOW(with_cluster(in_pairs, 16, 2));
    SHOW(cudaDeviceSynchronize());
}

int main()
{
    SHOW(cudaMalloc(&d, 256));
    SHOW(cudaMemset(d, 0, 256));
    limits();
    opt_in();
    attributes();
    occupancy();
    cooperative();
    clusters();
}

/* EXPECT H200
cudaMalloc(&d, 256): ok
cudaMemset(d, 0, 256): ok
empty<<<0, 1>>>(): InvalidValue, ok
empty<<<1, 0>>>(): InvalidValue, ok
empty<<<1, 1024>>>(): ok, ok
empty<<<1, 1025>>>(): InvalidValue, ok
empty<<<1, dim3(1, 1, 64)>>>(): ok, ok
empty<<<1, dim3(1, 1, 65)>>>(): InvalidValue, ok
empty<<<1, dim3(1, 1024, 1)>>>(): ok, ok
empty<<<1, dim3(32, 32, 2)>>>(): InvalidValue, ok
empty<<<dim3(1, 65535), 1>>>(): ok, ok
empty<<<dim3(1, 65536), 1>>>(): InvalidValue, ok
empty<<<dim3(1, 1, 65536), 1>>>(): InvalidValue, ok
empty<<<2147483648u, 1>>>(): InvalidValue, ok
empty<<<1, 1, 48 * 1024>>>(): ok, ok
empty<<<1, 1, 48 * 1024 + 1>>>(): InvalidValue, ok
fixed_shared<<<1, 32, 32 * 1024>>>(d): ok, ok
fixed_shared<<<1, 32, 33 * 1024>>>(d): InvalidValue, ok
bounded<<<1, 256>>>(d): ok, ok
bounded<<<1, 257>>>(d): InvalidValue, ok
cudaLaunchKernel((const void *)set, dim3(1), dim3(1025), args, 0, 0): InvalidValue
cudaLaunchKernel((const void *)h, dim3(1), dim3(1), args, 0, 0): InvalidResourceHandle
cudaLaunchKernel((const void *)0, dim3(1), dim3(1), args, 0, 0): InvalidDeviceFunction
cudaLaunchKernel((const void *)set, dim3(1), dim3(1), args, 0, 0): ok
dynamic_shared<<<1, 32, 227 * 1024>>>(d): InvalidValue, ok
cudaFuncSetAttribute(dynamic_shared, size, 227 * 1024): ok
dynamic_shared<<<1, 32, 227 * 1024>>>(d): ok, ok
dynamic_shared<<<1, 32, 227 * 1024 + 1>>>(d): InvalidValue, ok
cudaFuncSetAttribute(dynamic_shared, size, 227 * 1024 + 1): InvalidValue
cudaFuncSetAttribute(dynamic_shared, size, -1): InvalidValue
cudaFuncSetAttribute(dynamic_shared, size, 1000): ok
dynamic_shared<<<1, 32, 2000>>>(d): InvalidValue, ok
cudaFuncSetAttribute(fixed_shared, size, 227 * 1024): InvalidValue
cudaFuncSetAttribute(dynamic_shared, carveout, 101): InvalidValue
cudaFuncSetAttribute(dynamic_shared, carveout, -2): InvalidValue
cudaFuncSetAttribute(dynamic_shared, carveout, 50): ok
cudaFuncSetAttribute(dynamic_shared, carveout, -1): ok
cudaFuncSetAttribute(dynamic_shared, (cudaFuncAttribute)3, 1): InvalidValue
cudaFuncSetAttribute((const void *)h, size, 0): InvalidResourceHandle
cudaFuncSetAttribute((const void *)0, size, 0): InvalidDeviceFunction
empty: ok
  shared 0 constant 24 threads 1024 dynamic 49152 carveout -1 cluster 0: 0 0 0
fixed_shared: ok
  shared 16384 constant 24 threads 1024 dynamic 32768 carveout -1 cluster 0: 0 0 0
dynamic_shared: ok
  shared 0 constant 24 threads 1024 dynamic 1000 carveout -1 cluster 0: 0 0 0
bounded: ok
  shared 0 constant 24 threads 256 dynamic 49152 carveout -1 cluster 0: 0 0 0
in_pairs: ok
  shared 0 constant 24 threads 1024 dynamic 49152 carveout -1 cluster 1: 2 1 1
host pointer: InvalidResourceHandle
null: InvalidDeviceFunction
cudaFuncGetName(&name, (const void *)set): ok
_Z3setPi
cudaFuncGetParamInfo((const void *)set, 0, &offset, &size): ok
0 8
cudaFuncGetParamInfo((const void *)set, 1, &offset, &size): InvalidValue
32 threads: 32 13 32 2
64 threads: 32 13 32 2
128 threads: 16 13 16 2
256 threads: 8 8 8 2
512 threads: 4 4 4 2
1024 threads: 2 2 2 2
cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, empty, 0, 0): InvalidValue
cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, empty, -1, 0): InvalidValue
cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, empty, 2000, 0): ok
0
cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, empty, 32, 100000): ok
0
cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, (const void *)h, 32, 0): InvalidResourceHandle
cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, dynamic_shared, 2, 256): ok
116736
cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, fixed_shared, 1, 256): ok
32768
cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, dynamic_shared, 9, 256): InvalidValue
cudaOccupancyMaxPotentialBlockSize(&grid, &block, fixed_shared, 0, 0): ok
264 1024
cudaLaunchCooperativeKernel(together, 132, 64, args, 0, 0): ok
cudaDeviceSynchronize(): ok
cudaLaunchCooperativeKernel(together, 132 * 33, 64, args, 0, 0): CooperativeLaunchTooLarge
cudaLaunchCooperativeKernel(together, 0, 64, args, 0, 0): InvalidValue
cudaLaunchCooperativeKernel(together, 1, 2000, args, 0, 0): InvalidValue
in_pairs<<<2, 32>>>(0): ok, ok
in_pairs<<<3, 32>>>(0): InvalidClusterSize, ok
with_cluster(set, 16, 8): ok
with_cluster(set, 16, 16): InvalidClusterSize
cudaFuncSetAttribute(set, cudaFuncAttributeNonPortableClusterSizeAllowed, 1): ok
with_cluster(set, 16, 16): ok
with_cluster(set, 16, 3): InvalidClusterSize
with_cluster(set, 16, 0): InvalidClusterSize
with_cluster(in_pairs, 16, 4): InvalidClusterSize
with_cluster(in_pairs, 16, 2): ok
cudaDeviceSynchronize(): ok
END */
