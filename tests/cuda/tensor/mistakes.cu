// mistakes.cu - products of matrices with a mistake each, for test_tensor.c; the argument says which.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#define A4 "{%4,%4,%4,%4},{%4,%4},{%0,%1,%2,%3};"

// Half of the warp does not take part.
__global__ void lanes_missing(float *out)
{
    float d[4] = {0};
    uint32_t a = threadIdx.x;
    if (threadIdx.x < 16)
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}," A4 // lanes
                     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a));
    out[threadIdx.x] = d[0];
}

// Rows of 16 bytes at addresses that are not multiples of 16.
__global__ void rows_misaligned(uint32_t *out)
{
    __shared__ __align__(16) uint32_t rows[256];
    uint32_t a;
    rows[threadIdx.x] = threadIdx.x;
    __syncwarp();
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0},[%1];" // misaligned
                 : "=r"(a) : "r"((uint32_t)__cvta_generic_to_shared(rows) + 4 * (threadIdx.x % 8)));
    out[threadIdx.x] = a;
}

// wgmma: which = 0: all is right; 1: no fence of the proxy; 2: the next tile is stored before the
// warps have waited; 3: a descriptor that points behind shared memory.
__global__ void group(float *out, int which)
{
    __shared__ __align__(128) uint32_t columns[64];
    float d[4] = {0};
    uint32_t a = threadIdx.x;
    if (threadIdx.x < 64)
        columns[threadIdx.x] = threadIdx.x; // stores
    if (which != 1)
        asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    uint64_t b = (uint64_t)(__cvta_generic_to_shared(columns) + (which == 3 ? 200000 : 0)) >> 4 & 0x3fff;
    b |= 8ull << 16 | 16ull << 32;
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0,%1,%2,%3},{%4,%4,%4,%4},%5,1,1,1,0;" // product
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a), "l"(b));
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    if (which == 2) {
        __syncthreads();
        columns[threadIdx.x % 64] = 0; // overwrites
    }
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

int main(int argc, char **argv)
{
    const int which = argc > 1 ? atoi(argv[1]) : 0;
    void *out;
    cudaMalloc(&out, 1024);
    if (which == 10)
        lanes_missing<<<1, 32>>>((float *)out);
    else if (which == 11)
        rows_misaligned<<<1, 32>>>((uint32_t *)out);
    else
        group<<<1, 128>>>((float *)out, which);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
