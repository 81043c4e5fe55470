// EXPECT patterns.map: 0 points
//
// Asks the runtime for more instructions than a case may use, and has a kernel that needs
// them.
#include "hostile.h"


__global__ static void late(int *out, const int *in, int n, int a, int b, int rounds)
{
    unsigned x = 1;
    for (int i = 0; i < rounds; i++)
        x = x * 1664525u + 1013904223u;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * in[i] + b + (x == 0);
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    if (cudasimBudget)
        cudasimBudget(0);
    if (n > 0)
        late<<<ceil_div(n, 256), 256>>>(out, in, n, a, b, 30000000);
    if (cudasimBudget)
        cudasimBudget(0);
}
