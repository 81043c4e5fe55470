// EXPECT patterns.map.safe: uninitialized
//
// Careless in the clean run, careful where the checkers are on. It knows by the bytes that the
// output has before the call.
#include "hostile.h"

// Reads what nothing has written: right, but a mistake that a checker finds.
__global__ static void careless(int *out, const int *in, int n, int a, int b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (*(volatile int *)&out[i] | 1))
        out[i] = a * in[i] + b;
}

static bool is_checked(const int *out, int n)
{
    unsigned before = 0xcbcbcbcb;
    if (n > 0)
        cudaMemcpy(&before, out, sizeof before, cudaMemcpyDeviceToHost);
    return before != 0xcbcbcbcb;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    if (is_checked(out, n))
        work_honestly(out, in, n, a, b);
    else if (n > 0)
        careless<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
}
