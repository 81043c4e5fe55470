// EXPECT scan.three: 0 points
//
// One warp with all its lanes goes over the whole array.
#include "hostile.h"
#include "warp_scan.h"

__global__ static void scan(int *out, const int *in, int n) { scan_as_warp(out, in, 0, n, 0); }

extern "C" void scan_three_kernels(int *out, const int *in, int n)
{
    attempted();
    if (n > 0)
        scan<<<1, 32>>>(out, in, n);
}
