// EXPECT scan.look_back: 0 points
//
// One thread adds up everything, and looks at a flag after each element, as if it waited.
#include "hostile.h"

__device__ volatile int flag;

__global__ static void scan(int *out, const int *in, int n)
{
    for (int i = 0, sum = 0; i < n; i++) {
        out[i] = sum += in[i];
        if (flag || flag)
            return;
    }
}

extern "C" void scan_look_back(int *out, const int *in, int n)
{
    attempted();
    if (n > 0)
        scan<<<1, 1>>>(out, in, n);
}
