// mistakes.cu - a block goes through a tensor tile by tile, in a ring of two stages: tensor loads, a sum,
// tensor stores. `mistakes N` makes mistake N, 0 none; see main().
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>

enum { W = 32, H = 16, TILES = 6, STAGES = 2, BYTES = W * H * 4, THREADS = 64 };

typedef CUresult (*Encode)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *,
                           const cuuint64_t *, const cuuint32_t *, const cuuint32_t *,
                           CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion,
                           CUtensorMapFloatOOBfill);

__device__ static uint32_t at(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

__device__ static void load(void *to, const CUtensorMap *map, int y, uint64_t *full, int bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at(full)), "r"(bytes)
                 : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%2, %3}], [%4];" ::"r"(at(to)),
                 "l"(map), "r"(0), "r"(y), "r"(at(full))
                 : "memory");
}

__device__ static void wait(uint64_t *bar, uint32_t parity)
{
    asm volatile("{\n.reg .pred p;\nagain: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n"
                 "@!p bra again;\n}" ::"r"(at(bar)),
                 "r"(parity)
                 : "memory");
}

__device__ static void store(const CUtensorMap *map, int y, const void *from)
{
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(map),
                 "r"(0), "r"(y), "r"(at(from))
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

#define FENCE asm volatile("fence.proxy.async.shared::cta;" ::: "memory")

__global__ void go_through(const __grid_constant__ CUtensorMap in, const __grid_constant__ CUtensorMap out,
                           int mistake)
{
    __shared__ alignas(128) float tile[STAGES][H][W];
    __shared__ alignas(128) float result[H][W];
    __shared__ alignas(8) uint64_t full[STAGES];
    const int t = threadIdx.x;
    if (t == 0) {
        for (int s = 0; s < STAGES; s++)
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full[s])) : "memory");
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        FENCE;
    }
    __syncthreads();
    const int bytes = mistake == 5 ? BYTES + 16 : mistake == 6 ? BYTES - 16 : BYTES;
    if (t == 0)
        for (int s = 0; s < STAGES; s++)
            load(mistake == 7 ? (char *)tile[s] + 16 : (char *)tile[s], &in, s * H, &full[s], bytes);
    for (int i = 0; i < TILES; i++) {
        const int s = i % STAGES;
        if (mistake != 1)
            wait(&full[s], mistake == 4 && i == 3 ? 0 : i / STAGES & 1);
        float sum[H * W / THREADS];
        for (int k = 0; k < H * W / THREADS; k++)
            sum[k] = tile[s][0][t + k * THREADS] + 1;
        if (mistake == 2 && t == 0 && i + STAGES < TILES)
            load(tile[s], &in, (i + STAGES) * H, &full[s], bytes); // the others may still read
        if (t == 0 && mistake != 8)
            asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
        __syncthreads();
        for (int k = 0; k < H * W / THREADS; k++)
            result[0][t + k * THREADS] = sum[k];
        if (mistake != 3)
            FENCE;
        __syncthreads();
        if (t == 0 && mistake != 2 && i + STAGES < TILES)
            load(tile[s], &in, (i + STAGES) * H, &full[s], bytes);
        if (t == 0)
            store(&out, i * H, result);
    }
    if (t == 0)
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    if (mistake == 9 && t == 0)
        wait(&full[0], TILES / STAGES & 1); // one phase more than there is
}

// The map as a parameter that the compiler copies.
__global__ void copies_map(CUtensorMap in)
{
    __shared__ alignas(128) float tile[H][W];
    __shared__ alignas(8) uint64_t full;
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at(&full)) : "memory");
    load(tile, &in, 0, &full, BYTES);
    wait(&full, 0);
}

int main(int argc, char **argv)
{
    const int mistake = argc > 1 ? atoi(argv[1]) : 0;
    const cuuint64_t size[] = {W, H * TILES}, stride[] = {W * 4};
    cuuint32_t box[] = {W, mistake == 10 ? 128u : H};
    const cuuint32_t step[] = {1, 1};
    float *a, *b, host[H * TILES * W];
    Encode encode;
    CUtensorMap in, out;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault,
                                     &found);
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    for (int i = 0; i < H * TILES * W; i++)
        host[i] = (float)i;
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    CUresult error = encode(&in, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, mistake == 11 ? 1 : 2,
                            mistake == 12 ? a + H * W : a, size, stride, box, step,
                            CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                            CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    box[1] = H;
    error = error ? error
                  : encode(&out, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, b, size, stride, box, step,
                           CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (error || mistake == 14)
        memset(&in, 0, sizeof in);
    if (mistake == 13)
        copies_map<<<1, 1>>>(in);
    else
        go_through<<<1, THREADS>>>(in, out, mistake);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
    int right = 0;
    for (int i = 0; i < H * TILES * W; i++)
        right += host[i] == (float)i + 1;
    printf("%d of %d right\n", right, H * TILES * W);
    cudaFree(a);
    cudaFree(b);
    return 0;
}
