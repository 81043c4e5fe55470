// warp_scan.h - one warp with all its lanes goes over elements `begin` to `end`; `before` is the
// sum of those that come first.
#pragma once

__device__ static void scan_as_warp(int *out, const int *in, int begin, int end, int before)
{
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
