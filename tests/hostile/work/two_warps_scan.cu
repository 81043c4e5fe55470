// EXPECT scan.three: 0 points
//
// Two warps, a block each, scan a half; the second one adds up the first half before.
#include "hostile.h"

__global__ static void scan(int *out, const int *in, int n)
{
    int half = (n + 1) / 2, begin = blockIdx.x * half, end = min(begin + half, n), before = 0;
    for (int i = threadIdx.x; i < begin; i += 32)
        before += in[i];
    before = __reduce_add_sync(~0u, before);
    for (int at = begin; at < end; at += 32) {
        int i = at + (int)threadIdx.x, x = i < end ? in[i] : 0;
        for (int step = 1; step < 32; step *= 2) {
            int left = __shfl_up_sync(~0u, x, step);
            x += threadIdx.x >= step ? left : 0;
        }
        if (i < end)
            out[i] = before + x;
        before += __shfl_sync(~0u, x, 31);
    }
}

extern "C" void scan_three_kernels(int *out, const int *in, int n)
{
    attempted();
    if (n > 0)
        scan<<<2, 32>>>(out, in, n);
}
