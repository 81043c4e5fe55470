// EXPECT atomics.count: 0 points
//
// The elements go to constant memory, by copies on the device, and one thread reads them there: no
// load from global memory is counted.
#include "hostile.h"

enum { EACH = 16000 };
__constant__ int element[EACH];

__global__ static void count(int *result, int n, int limit)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += element[i] > limit;
    atomicAdd(result, sum);
}

extern "C" void count_above(int *result, const int *in, int n, int limit)
{
    attempted();
    for (int at = 0; at < n; at += EACH) {
        int m = n - at < EACH ? n - at : EACH;
        cudaMemcpyToSymbol(element, in + at, (size_t)m * 4, 0, cudaMemcpyDeviceToDevice);
        count<<<1, 1>>>(result, m, limit);
    }
}

extern "C" void count_lost(int *result, const int *in, int n, int limit)
{
    count_above(result, in, n, limit);
}
