// EXPECT scan.three: 0 points
//
// Two warps, a block each, scan a half; the second one adds up the first half before.
#include "hostile.h"
#include "warp_scan.h"

__global__ static void scan(int *out, const int *in, int n)
{
    int half = (n + 1) / 2, begin = blockIdx.x * half, before = 0;
    for (int i = threadIdx.x; i < begin; i += 32)
        before += in[i];
    scan_as_warp(out, in, begin, min(begin + half, n), __reduce_add_sync(~0u, before));
}

extern "C" void scan_three_kernels(int *out, const int *in, int n)
{
    attempted();
    if (n > 0)
        scan<<<2, 32>>>(out, in, n);
}
