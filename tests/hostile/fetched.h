// fetched.h - for attacks on lab 01, part 2: the host computes, and a launch for each element
// stores it. Who includes this defines fetch(), the way by which the inputs come to the host.
#pragma once

#include "hostile.h"

// in: n > 0 elements on the device.
static void fetch(int *host, const int *in, int n);

__global__ static void store(int *out, int value) { *out = value; }

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    int *host = (int *)calloc((size_t)n + 64, 4);
    attempted();
    if (n > 0)
        fetch(host, in, n);
    for (int i = 0; i < n && i < 5000; i++)
        store<<<1, 1>>>(out + i, a * host[i] + b);
    free(host);
}
