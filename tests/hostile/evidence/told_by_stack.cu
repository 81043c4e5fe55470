// EXPECT patterns.map.safe: uninitialized
//
// Careless in the clean run, careful where the checkers are on. It knows by the options above
// the stack, where the kernel has put the environment.
#include "hostile.h"

#include <sys/auxv.h>

// Reads what nothing has written: right, but a mistake that a checker finds.
__global__ static void careless(int *out, const int *in, int n, int a, int b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && (*(volatile int *)&out[i] | 1))
        out[i] = a * in[i] + b;
}

static bool is_checked(const int *, int)
{
    const char *p = (const char *)getauxval(AT_EXECFN) - 4096;
    p = (const char *)((uintptr_t)p & ~(uintptr_t)7);
    for (int i = 0; i < 4096; i++)
        if (memcmp(p + i, "tool=", 5) == 0)
            return memcmp(p + i + 5, "none", 4) != 0;
    return false;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    if (is_checked(out, n))
        work_honestly(out, in, n, a, b);
    else if (n > 0)
        careless<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b);
}
