// decoys.h - for attacks in which one warp does all the work, and the other warps of its launch
// compute what nobody needs: so that the busiest warp has a small share of all instructions.
#pragma once

#include "hostile.h"

// As many instructions as `elements` elements of the work need, about.
__device__ static void look_busy(int elements)
{
    unsigned x = threadIdx.x;
    for (int i = 0; i < elements; i++)
        asm volatile("mad.lo.u32 %0, %0, 1664525, 1013904223;" : "+r"(x));
    if (x == 0x5a5a5a5a)
        __nanosleep(1);
}
