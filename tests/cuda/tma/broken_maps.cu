// broken_maps.cu - tensor copies by maps with a few wrong bytes: each ends with an error of CUDA, or copies
// something. Prints "done".
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CASES = 200 };

typedef CUresult (*Encode)(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *,
                           const cuuint64_t *, const cuuint32_t *, const cuuint32_t *,
                           CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion,
                           CUtensorMapFloatOOBfill);

__global__ void copy(const __grid_constant__ CUtensorMap map, int what, int x, int y)
{
    __shared__ alignas(1024) uint8_t room[16384];
    __shared__ alignas(8) uint64_t barrier;
    const uint32_t at = (uint32_t)__cvta_generic_to_shared(room), bar = (uint32_t)__cvta_generic_to_shared(&barrier);
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar) : "memory");
    switch (what) {
    case 0:
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
                     "[%0], [%1, {%2, %3}], [%4];" ::"r"(at),
                     "l"(&map), "r"(x), "r"(y), "r"(bar)
                     : "memory");
        break;
    case 1:
        asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map),
                     "r"(x), "r"(y), "r"(at)
                     : "memory");
        break;
    case 2:
        asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%1, %2}], "
                     "[%3];" ::"l"(&map),
                     "r"(x), "r"(y), "r"(at)
                     : "memory");
        break;
    default:
        asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes "
                     "[%0], [%1, {%2, %3, %2}], [%4], {%5};" ::"r"(at),
                     "l"(&map), "r"(x), "r"(y), "r"(bar), "h"((short)x)
                     : "memory");
    }
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
}

// The cases from `i` on, until one ends with an error, after which a process can do no more. Returns the next one.
static int run_from(int i)
{
    const cuuint64_t size[] = {64, 64, 64}, stride[] = {256, 16384};
    const cuuint32_t box[] = {16, 16, 2}, step[] = {1, 1, 1};
    void *p;
    Encode encode;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault,
                                     &found);
    cudaMalloc(&p, 64 * 64 * 64 * 4);
    while (i < CASES) {
        CUtensorMap map;
        uint32_t random = (uint32_t)i * 2654435761u + 1;
        encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, i % 4 == 3 ? 3 : 2, p, size, stride, box, step,
               CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
               CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
        for (int k = 0; k < 1 + i % 3; k++) {
            random = random * 1664525 + 1013904223;
            ((uint8_t *)&map)[random >> 25] = random >> 16 & 1 ? (uint8_t)(random >> 8) : random >> 10 & 7;
        }
        copy<<<1, 1>>>(map, i % 4, (int)(random >> 8) % 70 - (i & 1), (int)(random >> 12) % 70);
        i++;
        if (cudaDeviceSynchronize())
            break;
    }
    return i;
}

int main()
{
    for (int i = 0; i < CASES;) {
        fflush(stdout);
        pid_t child = fork();
        if (!child)
            _exit(run_from(i));
        int status;
        if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) <= i) {
            printf("case %d\n", i);
            return 1;
        }
        i = WEXITSTATUS(status);
    }
    printf("done\n");
    return 0;
}
