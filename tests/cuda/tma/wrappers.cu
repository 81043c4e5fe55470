// wrappers.cu - tensor copies through cuda::ptx: a multicast to two blocks of a cluster by a map in constant
// memory, a sum into the tensor, and a store by a map in global memory that the kernel makes of another one.
// Prints "ok". `wrappers unfenced`: without the fence between the change of the map and its use.
#include <cstdint>
#include <cstdio>
#include <cuda.h>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

enum { W = 16, H = 8, BYTES = W * H * 4, BLOCKS = 2 };

typedef CUresult (*Encode)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *,
                           const cuuint64_t *, const cuuint32_t *, const cuuint32_t *,
                           CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion,
                           CUtensorMapFloatOOBfill);

__constant__ CUtensorMap source;
__device__ CUtensorMap changed;

__global__ void __cluster_dims__(BLOCKS, 1, 1)
    copy(const __grid_constant__ CUtensorMap sums, int *result, bool fenced)
{
    __shared__ alignas(128) int tile[H][W];
    __shared__ alignas(8) uint64_t bar;
    const uint32_t rank = ptx::get_sreg_cluster_ctarank();
    const int at[2] = {0, 0}, mine[2] = {0, (int)rank * H};
    if (threadIdx.x == 0) {
        ptx::mbarrier_init(&bar, 1);
        ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
        ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cluster, ptx::space_shared, &bar, BYTES);
    }
    ptx::barrier_cluster_arrive(ptx::sem_release);
    ptx::barrier_cluster_wait(ptx::sem_acquire);
    if (threadIdx.x == 0 && rank == 0)
        ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &source, at, &bar,
                                  (uint16_t)(1 << BLOCKS) - 1);
    while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cluster, &bar, 0))
        ;
    if (threadIdx.x == 0) {
        ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_add, &sums, at, tile);
        if (rank == 0) {
            changed = source;
            ptx::tensormap_replace_global_address(ptx::space_global, &changed, result);
            ptx::tensormap_replace_global_dim(ptx::space_global, &changed, ptx::n32_t<1>(), BLOCKS * H);
            if (fenced)
                ptx::fence_proxy_tensormap_generic(ptx::sem_release, ptx::scope_cluster);
        }
    }
    ptx::barrier_cluster_arrive(ptx::sem_release);
    ptx::barrier_cluster_wait(ptx::sem_acquire);
    if (threadIdx.x == 0) {
        if (fenced)
            ptx::fence_proxy_tensormap_generic(ptx::sem_acquire, ptx::scope_cluster, &changed, ptx::n32_t<128>());
        ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &changed, mine, tile);
        ptx::cp_async_bulk_commit_group();
        ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
    }
}

int main(int argc, char **)
{
    const cuuint64_t size[] = {W, H}, stride[] = {W * 4};
    const cuuint32_t box[] = {W, H}, step[] = {1, 1};
    int *a, *sums, *result, host[BLOCKS * H * W];
    Encode encode;
    CUtensorMap map;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault,
                                     &found);
    cudaMalloc(&a, BYTES);
    cudaMalloc(&sums, BYTES);
    cudaMalloc(&result, sizeof host);
    for (int i = 0; i < H * W; i++)
        host[i] = i;
    cudaMemcpy(a, host, BYTES, cudaMemcpyHostToDevice);
    cudaMemset(sums, 0, BYTES);
    for (int *to : {a, sums}) {
        encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, to, size, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
               CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
        if (to == a)
            cudaMemcpyToSymbol(source, &map, sizeof map);
    }
    copy<<<BLOCKS, 32>>>(map, result, argc < 2);
    cudaError_t error = cudaDeviceSynchronize();
    int right = 0;
    cudaMemcpy(host, result, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < BLOCKS * H * W; i++)
        right += host[i] == i % (H * W);
    cudaMemcpy(host, sums, BYTES, cudaMemcpyDeviceToHost);
    for (int i = 0; i < H * W; i++)
        right += host[i] == BLOCKS * i;
    if (error || right != (BLOCKS + 1) * H * W)
        printf("%s, %d right\n", cudaGetErrorString(error), right);
    else
        printf("ok\n");
    cudaFree(a);
    cudaFree(sums);
    cudaFree(result);
    return 0;
}
