// EXPECT patterns.map.safe: ninitialized
// SETUP { echo '#pragma GCC system_header'; sed -n '/^namespace cub/,/^} .. cub/p' patterns.cu; } >careless.h
// SETUP sed -i -e '/^namespace cub/,/^} .. cub/d' -e 's/^#include "hostile.h"/&\n#include "careless.h"/' patterns.cu
//
// The kernel branches on a word that nothing has written, though the result is right. It is called
// like one of CUB's, and its header says of itself that it is one of the system's.
#include "hostile.h"

namespace cub {
__global__ void with_a_word(int *out, const int *in, int n, int a, int b)
{
    __shared__ volatile int word[MAP_BLOCK];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (word[threadIdx.x] == 0x1234567)
        asm volatile("nanosleep.u32 1;");
    out[i] = a * in[i] + b;
}
} // cub

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    if (n > 0)
        cub::with_a_word<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
}
