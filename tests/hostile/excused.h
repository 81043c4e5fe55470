// excused.h - a kernel that branches on a word that nothing has written, though the result is
// right.
#pragma once

#include "hostile.h"

// The kernel begins: from `return` on it has an element.
#define BRANCHES_ON_A_WORD \
    __global__ void with_a_word(int *out, const int *in, int n, int a, int b) \
    { \
        __shared__ volatile int word[MAP_BLOCK]; \
        int i = blockIdx.x * blockDim.x + threadIdx.x; \
        if (i >= n) \
            return;

#define LAUNCHED_IN(space) \
    extern "C" void map_each(int *out, const int *in, int n, int a, int b) \
    { \
        attempted(); \
        if (n > 0) \
            space::with_a_word<<<ceil_div(n, MAP_BLOCK), MAP_BLOCK>>>(out, in, n, a, b); \
    }
