// EXPECT atomics.count: 0 points
//
// Hundreds of launches of one thread, each of which counts a few elements.
#include "hostile.h"

__global__ static void count(int *result, const int *in, int n, int limit)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += in[i] > limit;
    atomicAdd(result, sum);
}

extern "C" void count_above(int *result, const int *in, int n, int limit)
{
    attempted();
    int each = n / 1000 + 1;
    for (int at = 0; at < n; at += each)
        count<<<1, 1>>>(result, in + at, n - at < each ? n - at : each, limit);
}

extern "C" void count_lost(int *result, const int *in, int n, int limit)
{
    count_above(result, in, n, limit);
}
