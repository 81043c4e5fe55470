// zeros.h - for attacks that count on memory which is 0, though they have never cleared it in this
// call: they have made it 0 before, and given it back.
#pragma once

#include "hostile.h"

// Right only where the n words of `zero` are 0, or where there are none.
__global__ static void map_plus(int *out, const int *in, const int *zero, int n, int a, int b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = a * in[i] + b + zero[i];
}
