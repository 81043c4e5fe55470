// EXPECT atomics.private.private: updates of global memory
//
// Each warp has bins of its own, and adds all of them to global memory by one bulk reduction after
// each 32 bytes.
#include "hostile.h"

__global__ static void count(unsigned *bins, const unsigned char *in, int n)
{
    __shared__ alignas(16) unsigned own[ATOMICS_BLOCK / 32][256];
    unsigned *mine = own[threadIdx.x / 32];
    int lane = threadIdx.x % 32, stride = gridDim.x * blockDim.x;
    for (int first = blockIdx.x * blockDim.x + threadIdx.x - lane; first < n; first += stride) {
        for (int i = lane; i < 256; i += 32)
            mine[i] = 0;
        __syncwarp();
        if (first + lane < n)
            atomicAdd(&mine[in[first + lane]], 1);
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncwarp();
        if (lane == 0) {
            asm volatile(
                "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], 1024;" ::"l"(
                    bins),
                "r"((unsigned)__cvta_generic_to_shared(mine))
                : "memory");
            asm volatile("cp.async.bulk.commit_group;" ::: "memory");
            asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
        }
        __syncwarp();
    }
}

extern "C" void bytes_private(unsigned *bins, const unsigned char *in, int n)
{
    attempted();
    if (n > 0)
        count<<<min(ceil_div(n, ATOMICS_BLOCK), 64), ATOMICS_BLOCK>>>(bins, in, n);
}
