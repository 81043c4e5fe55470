// EXPECT scan.three: 0 points
//
// One warp goes over the whole array. The other warps execute as many instructions as it does, for
// nothing.
#include "decoys.h"

__global__ static void scan(int *out, const int *in, int n)
{
    int before = 0;
    if (blockIdx.x || threadIdx.x >= 32) {
        look_busy(n);
        return;
    }
    for (int at = 0; at < n; at += 32) {
        int i = at + (int)threadIdx.x, x = i < n ? in[i] : 0;
        for (int step = 1; step < 32; step *= 2) {
            int left = __shfl_up_sync(~0u, x, step);
            x += threadIdx.x >= step ? left : 0;
        }
        if (i < n)
            out[i] = before + x;
        before += __shfl_sync(~0u, x, 31);
    }
}

extern "C" void scan_three_kernels(int *out, const int *in, int n)
{
    attempted();
    if (n > 0)
        scan<<<1, 128>>>(out, in, n);
}
