// EXPECT scan.three: 0 points
//
// One warp goes over the whole array. The other warps execute as many instructions as it does, for
// nothing.
#include "decoys.h"
#include "warp_scan.h"

__global__ static void scan(int *out, const int *in, int n)
{
    if (blockIdx.x || threadIdx.x >= 32)
        look_busy(n);
    else
        scan_as_warp(out, in, 0, n, 0);
}

extern "C" void scan_three_kernels(int *out, const int *in, int n)
{
    attempted();
    if (n > 0)
        scan<<<1, 128>>>(out, in, n);
}
