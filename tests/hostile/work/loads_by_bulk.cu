// EXPECT patterns.map.threads: load requests
//
// Each thread brings its element by a bulk copy of 16 bytes: no load, and no load request.
#include "hostile.h"

__global__ static void map(int *out, const int *in, int n, int a, int b)
{
    __shared__ alignas(16) int own[MAP_BLOCK][4];
    __shared__ alignas(8) unsigned long long barrier;
    int i = blockIdx.x * MAP_BLOCK + threadIdx.x;
    unsigned at = (unsigned)__cvta_generic_to_shared(own[threadIdx.x]);
    unsigned gate = (unsigned)__cvta_generic_to_shared(&barrier), done = 0;
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(gate), "r"(MAP_BLOCK) : "memory");
    __syncthreads();
    bool whole = (i | 3) < n;
    if (whole)
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 16;\n\t"
                     "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%1], [%2], "
                     "16, [%0];" ::"r"(gate),
                     "r"(at), "l"(in + (i & ~3))
                     : "memory");
    else
        asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(gate) : "memory");
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0;\n\t"
                     "selp.u32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(gate)
                     : "memory");
    if (i < n)
        out[i] = a * (whole ? own[threadIdx.x][i & 3] : in[i]) + b;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    if (n > 0)
        map<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
}
