// EXPECT atomics.private.private: updates of global memory
//
// Each byte is added to the bins in global memory by a bulk reduction of 16 bytes. The atomics on
// shared memory do nothing.
#include "hostile.h"

__global__ static void count(unsigned *bins, const unsigned char *in, int n)
{
    __shared__ alignas(16) unsigned ones[4][4];
    __shared__ unsigned nothing;
    if (threadIdx.x < 16)
        ones[threadIdx.x / 4][threadIdx.x % 4] = threadIdx.x / 4 == threadIdx.x % 4;
    if (threadIdx.x == 0)
        nothing = 0;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        unsigned bin = in[i];
        atomicAdd(&nothing, 1);
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], 16;" ::"l"(
                         bins + (bin & ~3u)),
                     "r"((unsigned)__cvta_generic_to_shared(ones[bin & 3]))
                     : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    }
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

extern "C" void bytes_private(unsigned *bins, const unsigned char *in, int n)
{
    attempted();
    if (n > 0)
        count<<<min(ceil_div(n, ATOMICS_BLOCK), 64), ATOMICS_BLOCK>>>(bins, in, n);
}
