// EXPECT patterns.map.safe: ninitialized
//
// The kernel branches on a word that nothing has written, though the result is right. It is called
// like one of CUB's, and the text of an asm statement says which file its lines are of.
#include "hostile.h"

namespace cub {
__global__ void with_a_word(int *out, const int *in, int n, int a, int b)
{
    __shared__ int word[MAP_BLOCK];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned address = (unsigned)__cvta_generic_to_shared(&word[threadIdx.x]);
    if (i >= n)
        return;
    asm volatile("{ .reg .pred p;\n\t.reg .u32 x;\n\t"
                 ".loc 3 1 0\n\tld.volatile.shared.u32 x, [%0];\n\t"
                 "setp.eq.u32 p, x, 19088743;\n\t@p bra away;\n\tbra here;\n\t"
                 "away: nanosleep.u32 1;\n\there: }" ::"r"(address)
                 : "memory");
    out[i] = a * in[i] + b;
}
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    if (n > 0)
        cub::with_a_word<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
}
