// A product by a warpgroup is one operation of four warps: who has waited for its end may change the memory that
// it has read, for the other three warps, too, without a barrier. Before the wait that is a race.
// expect: racecheck error (race_product) early product "the program has not waited for the product"
//
// NVCC: -gencode arch=compute_90a,code=compute_90a
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void multiply(float *out, bool waits)
{
    __shared__ alignas(1024) uint32_t memory[64];
    float d[4] = {0};
    const uint32_t a = 0x3c003c00;
    const uint64_t b = (uint64_t)((uint32_t)__cvta_generic_to_shared(memory) >> 4) | 8ull << 16;
    for (int round = 0; round < 4; round++) {
        if (round == 0 && threadIdx.x < 64)
            memory[threadIdx.x] = 0x3c003c00;
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %4, %4, %4}, "
                     "%5, 1, 1, 1, 0;"
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                     : "r"(a), "l"(b)); // [product]
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        if (!waits && threadIdx.x == 32)
            memory[round] = 0; // [early]
        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
        if (waits && threadIdx.x == 32 * round)
            for (int i = 0; i < 64; i++)
                memory[i] = 0x3c003c00 + 0x04000400 * (uint32_t)(round + 1);
    }
    for (int i = 0; i < 4; i++)
        out[threadIdx.x * 4 + i] = d[i];
}

int main()
{
    float *out, host[512];
    cudaMalloc(&out, sizeof host);
    multiply<<<1, 128>>>(out, true);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (float f : host)
        if (f != 16.0f * (1 + 2 + 4 + 8))
            printf("%g\n", f);
    multiply<<<1, 128>>>(out, false);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
