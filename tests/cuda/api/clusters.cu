// Clusters on an H200 with CUDA 13.0: addresses, special registers, impossible
// launches, the number of clusters that fit, and wrong accesses. The H200 printed the
// lines at the end of this file. Each wrong access is in its own process, because it
// ends the context.
#include "api.h"

#include <cooperative_groups.h>
#include <cstdlib>
#include <cstring>

namespace cg = cooperative_groups;

static void must(cudaError_t e)
{
    if (e)
        printf("failed: %s\n", cudaGetErrorName(e));
}

// ---- what is seen from inside ------------------------------------------------------

__global__ void addresses(unsigned *out)
{
    __shared__ int a[4];
    cg::cluster_group c = cg::this_cluster();
    unsigned own = (unsigned)__cvta_generic_to_shared(a), mapped, explicit_cluster;
    unsigned long long generic = (unsigned long long)a, far;
    asm("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(mapped) : "r"(own));
    asm("mapa.u64 %0, %1, 1;" : "=l"(far) : "l"(generic));
    asm("{.reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p;}"
        : "=r"(explicit_cluster));
    unsigned *o = out + 5 * blockIdx.x;
    o[0] = own >> 24;
    o[1] = mapped >> 24;
    o[2] = (mapped ^ own) & 0xffffff;
    o[3] = (unsigned)(far - generic + ((unsigned long long)c.block_rank() << 24)) >> 24;
    o[4] = explicit_cluster;
    c.sync();
}

static cudaError_t launch(void (*kernel)(unsigned *), unsigned *out, dim3 grid, dim3 cluster,
                          size_t shared = 0, unsigned threads = 32, bool cooperative = false)
{
    cudaLaunchConfig_t c = {};
    cudaLaunchAttribute a[2] = {};
    c.gridDim = grid;
    c.blockDim = threads;
    c.dynamicSmemBytes = shared;
    a[0].id = cudaLaunchAttributeClusterDimension;
    a[0].val.clusterDim.x = cluster.x;
    a[0].val.clusterDim.y = cluster.y;
    a[0].val.clusterDim.z = cluster.z;
    a[1].id = cudaLaunchAttributeCooperative;
    a[1].val.cooperative = cooperative;
    c.attrs = a;
    c.numAttrs = 2;
    return cudaLaunchKernelEx(&c, kernel, out);
}

static void show_addresses(dim3 cluster)
{
    unsigned *d, h[20];
    must(cudaMalloc(&d, sizeof h));
    if (cluster.x)
        must(launch(addresses, d, 4, cluster));
    else
        addresses<<<4, 32>>>(d);
    must(cudaMemcpy(h, d, sizeof h, cudaMemcpyDefault));
    printf("clusters of %u:", cluster.x);
    for (int i = 0; i < 20; i++)
        printf("%s%u", i % 5 ? " " : "  ", h[i]);
    puts("");
    must(cudaFree(d));
}

// ---- launches ------------------------------------------------------------------------

__global__ void plain(unsigned *) {}
__global__ void __cluster_dims__(2, 1, 1) pairs(unsigned *) {}
extern __shared__ char dynamic[];
__global__ void large(unsigned *out) { out[0] = dynamic[0]; }

static void tell(const char *what, cudaError_t e)
{
    cudaError_t later = cudaDeviceSynchronize();
    printf("%s: %s, %s\n", what, cudaGetErrorName(e), cudaGetErrorName(later));
    cudaGetLastError();
}

static void launches()
{
    tell("grid of 8, clusters of 3", launch(plain, NULL, 8, 3));
    tell("grid of 2, clusters of 4", launch(plain, NULL, 2, 4));
    tell("clusters of 8", launch(plain, NULL, 16, 8));
    tell("clusters of 9", launch(plain, NULL, 18, 9));
    tell("clusters of 16", launch(plain, NULL, 16, 16));
    tell("clusters of 0 x 1", launch(plain, NULL, 16, dim3(0, 1, 1)));
    tell("2 x 2 x 2", launch(plain, NULL, dim3(4, 4, 4), dim3(2, 2, 2)));
    tell("pairs in pairs", launch(pairs, NULL, 4, 2));
    tell("pairs in fours", launch(pairs, NULL, 4, 4));
    pairs<<<4, 32>>>(NULL);
    tell("pairs, 4 blocks", cudaGetLastError());
    pairs<<<5, 32>>>(NULL);
    tell("pairs, 5 blocks", cudaGetLastError());
    must(cudaFuncSetAttribute(plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    tell("clusters of 16, allowed", launch(plain, NULL, 16, 16));
    tell("clusters of 32, allowed", launch(plain, NULL, 32, 32));
    tell("cooperative, clusters of 4", launch(plain, NULL, 16, 4, 0, 32, true));
    tell("cooperative, too many", launch(plain, NULL, 1 << 16, 4, 0, 32, true));
}

static void occupancy(const char *name, void (*kernel)(unsigned *), unsigned threads, size_t shared,
                      unsigned size)
{
    cudaLaunchConfig_t c = {};
    cudaLaunchAttribute a = {};
    int most = -1, active = -1;
    c.gridDim = 64;
    c.blockDim = threads;
    c.dynamicSmemBytes = shared;
    cudaError_t e = cudaOccupancyMaxPotentialClusterSize(&most, kernel, &c);
    a.id = cudaLaunchAttributeClusterDimension;
    a.val.clusterDim.x = size;
    a.val.clusterDim.y = a.val.clusterDim.z = 1;
    c.attrs = &a;
    c.numAttrs = 1;
    cudaError_t f = cudaOccupancyMaxActiveClusters(&active, kernel, &c);
    printf("%s, %u threads, %zu bytes: largest %d (%s); of %u: %d (%s)\n", name, threads, shared, most,
           cudaGetErrorName(e), size, active, cudaGetErrorName(f));
    cudaGetLastError();
}

static void sizes()
{
    occupancy("plain", plain, 128, 0, 1);
    occupancy("plain", plain, 128, 0, 2);
    occupancy("plain", plain, 128, 0, 8);
    occupancy("plain", plain, 128, 0, 16);
    occupancy("plain", plain, 1024, 0, 4);
    occupancy("pairs", pairs, 128, 0, 2);
    must(cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 << 10));
    occupancy("large", large, 128, 200 << 10, 4);
    occupancy("large", large, 128, 200 << 10, 8);
    must(cudaFuncSetAttribute(large, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    occupancy("large", large, 128, 200 << 10, 16);
    occupancy("large", large, 128, 0, 16);
}

// ---- wrong accesses ----------------------------------------------------------------------

// Rank 1 is gone long before rank 0 looks.
__global__ void exited(unsigned *out)
{
    __shared__ unsigned x[32];
    cg::cluster_group c = cg::this_cluster();
    x[threadIdx.x] = 7;
    c.sync();
    if (c.block_rank() == 1)
        return;
    long long start = clock64();
    while (clock64() - start < 1000000)
        __nanosleep(1000);
    out[threadIdx.x] = c.map_shared_rank(x, 1)[threadIdx.x];
}

__global__ void beyond(unsigned *out)
{
    __shared__ unsigned x;
    unsigned a = (unsigned)__cvta_generic_to_shared(&x), v;
    x = 7;
    cg::this_cluster().sync();
    asm volatile("{.reg .u32 b; mapa.shared::cluster.u32 b, %1, 5; ld.shared::cluster.u32 %0, [b];}"
                 : "=r"(v) : "r"(a) : "memory");
    out[0] = v;
    cg::this_cluster().sync();
}

__global__ void misaligned(unsigned *out)
{
    __shared__ unsigned x[2];
    cg::cluster_group c = cg::this_cluster();
    x[threadIdx.x & 1] = 7;
    c.sync();
    const char *p = (const char *)c.map_shared_rank(x, c.block_rank() ^ 1);
    out[0] = *(const volatile unsigned *)(p + 2);
    c.sync();
}

static void wrong(const char *what)
{
    unsigned *d;
    void (*kernel)(unsigned *) = !strcmp(what, "exited") ? exited
                                 : !strcmp(what, "beyond") ? beyond
                                                           : misaligned;
    must(cudaMalloc(&d, 128));
    printf("%s: %s", what, cudaGetErrorName(launch(kernel, d, 2, 2)));
    printf(", %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

int main(int argc, char **argv)
{
    static const char *const cases[] = {"exited", "beyond", "misaligned"};
    if (argc > 1) {
        wrong(argv[1]);
        return 0;
    }
    show_addresses(0);
    show_addresses(1);
    show_addresses(2);
    show_addresses(4);
    launches();
    sizes();
    fflush(stdout);
    for (const char *what : cases) {
        char command[1000];
        snprintf(command, sizeof command, "%s %s", argv[0], what);
        system(command);
    }
    return 0;
}

/* EXPECT, as an H200 with CUDA 13.0
clusters of 0:  0 1 0 1 0  0 1 0 1 0  0 1 0 1 0  0 1 0 1 0
clusters of 1:  0 1 0 1 1  0 1 0 1 1  0 1 0 1 1  0 1 0 1 1
clusters of 2:  0 1 0 1 1  1 1 0 1 1  0 1 0 1 1  1 1 0 1 1
clusters of 4:  0 1 0 1 1  1 1 0 1 1  2 1 0 1 1  3 1 0 1 1
grid of 8, clusters of 3: cudaErrorInvalidClusterSize, cudaSuccess
grid of 2, clusters of 4: cudaErrorInvalidClusterSize, cudaSuccess
clusters of 8: cudaSuccess, cudaSuccess
clusters of 9: cudaErrorInvalidClusterSize, cudaSuccess
clusters of 16: cudaErrorInvalidClusterSize, cudaSuccess
clusters of 0 x 1: cudaErrorInvalidClusterSize, cudaSuccess
2 x 2 x 2: cudaSuccess, cudaSuccess
pairs in pairs: cudaSuccess, cudaSuccess
pairs in fours: cudaErrorInvalidClusterSize, cudaSuccess
pairs, 4 blocks: cudaSuccess, cudaSuccess
pairs, 5 blocks: cudaErrorInvalidClusterSize, cudaSuccess
clusters of 16, allowed: cudaSuccess, cudaSuccess
clusters of 32, allowed: cudaErrorInvalidClusterSize, cudaSuccess
cooperative, clusters of 4: cudaSuccess, cudaSuccess
cooperative, too many: cudaErrorCooperativeLaunchTooLarge, cudaSuccess
plain, 128 threads, 0 bytes: largest 16 (cudaSuccess); of 1: 1056 (cudaSuccess)
plain, 128 threads, 0 bytes: largest 16 (cudaSuccess); of 2: 528 (cudaSuccess)
plain, 128 threads, 0 bytes: largest 16 (cudaSuccess); of 8: 124 (cudaSuccess)
plain, 128 threads, 0 bytes: largest 16 (cudaSuccess); of 16: 58 (cudaSuccess)
plain, 1024 threads, 0 bytes: largest 16 (cudaSuccess); of 4: 62 (cudaSuccess)
pairs, 128 threads, 0 bytes: largest 8 (cudaSuccess); of 2: 528 (cudaSuccess)
large, 128 threads, 204800 bytes: largest 8 (cudaSuccess); of 4: 30 (cudaSuccess)
large, 128 threads, 204800 bytes: largest 8 (cudaSuccess); of 8: 15 (cudaSuccess)
large, 128 threads, 204800 bytes: largest 16 (cudaSuccess); of 16: 7 (cudaSuccess)
large, 128 threads, 0 bytes: largest 16 (cudaSuccess); of 16: 58 (cudaSuccess)
exited: cudaSuccess, cudaErrorLaunchFailure
beyond: cudaSuccess, cudaErrorLaunchFailure
misaligned: cudaSuccess, cudaErrorMisalignedAddress
END */
