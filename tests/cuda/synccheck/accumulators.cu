// Registers of a product by a warpgroup before its end: accumulators that are used, registers of A that
// are changed; and a product before any wgmma.fence. Copies of accumulators, and a product that goes on
// with them, are fine.
// expect: synccheck error (product_register) product early "An accumulator is used"
// expect: synccheck error (product_register) changed changed "A register of matrix A is changed"
// expect: synccheck error (product_fence) unfenced unfenced "no wgmma.fence comes before it"
//
// NVCC: -gencode arch=compute_90a,code=compute_90a
#include <cstdint>
#include <cuda_runtime.h>

__device__ static void product(float (&d)[4], uint32_t (&a)[4], uint64_t b)
{
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
                 "%8, 1, 1, 1, 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b)); // [product]
}

__global__ void multiply(float *out, int which)
{
    __shared__ alignas(1024) uint32_t memory[64];
    float d[4] = {0};
    uint32_t a[4] = {0x3c003c00, 0x3c003c00, 0x3c003c00, 0x3c003c00};
    if (threadIdx.x < 64)
        memory[threadIdx.x] = 0x3c003c00;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    const uint64_t b = (uint64_t)((uint32_t)__cvta_generic_to_shared(memory) >> 4) | 8ull << 16;
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    product(d, a, b);
    product(d, a, b);
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    if (which == 1)
        out[threadIdx.x] = d[0] * 2; // [early]
    if (which == 2)
        asm volatile(
            "{ .reg .b32 a, x; mov.b32 x, 1006648320; mov.b32 a, x; .reg .f32 e<4>;\n"
            "mov.f32 e0, 0f00000000; mov.f32 e1, e0; mov.f32 e2, e0; mov.f32 e3, e0;\n"
            "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {e0, e1, e2, e3}, {a, x, x, x}, "
            "%0, 1, 1, 1, 0; add.u32 a, x, 1; }" ::"l"(b)); // [changed]
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

__global__ void multiply_at_once(float *out)
{
    __shared__ alignas(1024) uint32_t memory[64];
    float d[4] = {0};
    if (threadIdx.x < 64)
        memory[threadIdx.x] = 0x3c003c00;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    const uint64_t b = (uint64_t)((uint32_t)__cvta_generic_to_shared(memory) >> 4) | 8ull << 16;
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, {%4, %4, %4, %4}, "
        "%5, 1, 1, 1, 0;"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
        : "r"(0x3c003c00), "l"(b)); // [unfenced]
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

int main()
{
    float *out;
    cudaMalloc(&out, 128 * sizeof *out);
    multiply_at_once<<<1, 128>>>(out);
    for (int which = 0; which < 3; which++)
        multiply<<<1, 128>>>(out, which);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
