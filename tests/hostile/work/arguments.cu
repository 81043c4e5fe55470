// EXPECT patterns.map: 0 points
//
// The host computes, and the results go to the kernel as arguments.
#include "hostile.h"

struct Values {
    int value[512];
};
__global__ static void store(int *out, Values values, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = values.value[i];
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    int *host = results_of_host(in, n, a, b);
    for (int at = 0; at < n; at += 512) {
        Values values;
        int m = n - at < 512 ? n - at : 512;
        memcpy(values.value, host + at, (size_t)m * 4);
        store<<<1, 256>>>(out + at, values, m);
    }
    free(host);
}
