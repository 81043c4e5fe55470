// EXPECT scan.hierarchical: 0 points
//
// One thread adds up the whole array: a loop, as on the host.
#include "hostile.h"

__global__ static void scan(int *out, const int *in, int n)
{
    for (int i = 0, sum = 0; i < n; i++)
        out[i] = sum += in[i];
}

extern "C" void scan_hierarchical(int *out, const int *in, int n)
{
    attempted();
    if (n > 0)
        scan<<<1, 1>>>(out, in, n);
}
