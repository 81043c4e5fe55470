// EXPECT patterns.map.safe: ninitialized
//
// The kernel branches on a word that nothing has written, though the result is right.
// It is called like one of Thrust's, and the preprocessor's own form of #line says that it is there.
#include "hostile.h"

namespace thrust {
__global__ void with_a_word(int *out, const int *in, int n, int a, int b)
{
    __shared__ volatile int word[MAP_BLOCK];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
# 1 "/usr/local/cuda/bin/../include/cub/thread/thread_load.cuh"
    if (word[threadIdx.x] == 0x1234567)
        asm volatile("nanosleep.u32 1;");
# 22 "excused_by_number.cu"
    out[i] = a * in[i] + b;
}
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    if (n > 0)
        thrust::with_a_word<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
}
