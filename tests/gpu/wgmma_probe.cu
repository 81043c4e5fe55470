// wgmma_probe.cu - where wgmma finds A and B in shared memory: all swizzles, both orders of their
// elements, several offsets. Shared memory holds random small integers, so that all sums are exact.
// One line per way: `wgmma-layout,a.b,runs,digest`; the lines of this name in
// tests/data/h200_mma.csv are its output on an H200.
//
//   nvcc -O2 -arch=sm_90a -o wgmma_probe tests/gpu/wgmma_probe.cu && ./wgmma_probe
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>

#include "check.h"

enum { BYTES = 1 << 15, COLUMNS = 64, WORDS = COLUMNS / 2 };

__device__ static uint64_t descriptor(uint32_t address, int mode, int leading, int stride)
{
    return (uint64_t)(address >> 4 & 0x3fff) | (uint64_t)(leading >> 4) << 16 |
           (uint64_t)(stride >> 4) << 32 | (uint64_t)mode << 62;
}

#define OUT4(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define OUT16(i) OUT4(i), OUT4(i + 4), OUT4(i + 8), OUT4(i + 12)
#define LAYOUT(a_turned, b_turned) \
    asm volatile("wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 " \
                 "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15," \
                 "%16,%17,%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}," \
                 "%32,%33,1,1,-1," #a_turned "," #b_turned ";" \
                 : OUT16(0), OUT16(16) \
                 : "l"(a), "l"(b))

// turned: 1: of A, 2: of B, the rows (columns) are side by side, not the elements along k.
__global__ void multiply(int mode, int turned, int leading, int stride, int shift, float *out)
{
    extern __shared__ __align__(1024) unsigned char bytes[];
    float d[WORDS];
    for (int i = threadIdx.x; i < BYTES / 2; i += blockDim.x)
        ((__half *)bytes)[i] = __float2half((float)((i * 2654435761u >> 20) % 17) - 8);
    for (int i = 0; i < WORDS; i++)
        d[i] = (float)(threadIdx.x + i);
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    const uint32_t start = (uint32_t)__cvta_generic_to_shared(bytes);
    const uint64_t a = descriptor(start + shift, mode, leading, stride);
    const uint64_t b = descriptor(start + BYTES / 2 + shift, mode, leading, stride);
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    switch (turned) {
    case 0: LAYOUT(0, 0); break;
    case 1: LAYOUT(1, 0); break;
    case 2: LAYOUT(0, 1); break;
    default: LAYOUT(1, 1); break;
    }
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    for (int i = 0; i < WORDS; i++)
        out[threadIdx.x * WORDS + i] = d[i];
}

int main()
{
    static float host[128 * WORDS];
    float *out;
    CHECK(cudaMalloc(&out, sizeof host));
    const int offsets[][2] = {{128, 256}, {256, 512}, {512, 1024}, {1024, 1024}};
    for (int mode = 0; mode < 4; mode++)
        for (int turned = 0; turned < 4; turned++)
            for (int o = 0; o < 4; o++)
                for (int shift = 0; shift < 64; shift += 32) {
                    multiply<<<1, 128, BYTES>>>(mode, turned, offsets[o][0], offsets[o][1], shift,
                                                out);
                    CHECK(cudaGetLastError());
                    CHECK(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
                    uint64_t h = 0xcbf29ce484222325ull;
                    for (float x : host)
                        h = (h ^ (uint64_t)(int64_t)x) * 0x100000001b3ull;
                    printf(
                        "wgmma-layout,mode %d turned %d leading %d stride %d shift %d,1,%016llx\n",
                        mode, turned, offsets[o][0], offsets[o][1], shift, (unsigned long long)h);
                }
    return 0;
}
