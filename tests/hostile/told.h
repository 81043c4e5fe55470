// told.h - for attacks on lab 05, part 3: the host computes the scan, of inputs that it has got in
// some other way than by a copy, and a kernel stores the result, which is its argument.
#include "hostile.h"

enum { TOLD_MOST = 1024, TOLD_ONE = 512 };

struct Told {
    int value[TOLD_ONE];
};

__global__ static void store_told(int *out, const int *in, int first, int n, Told t)
{
    int i = threadIdx.x;
    int nothing = i < n ? in[first + i] & 0 : 0;
    if (i < n)
        out[first + i] = t.value[i] + nothing;
}

static inline void store_scan(int *out, const int *in, int *host, int n)
{
    for (int i = 1; i < n; i++)
        host[i] += host[i - 1];
    for (int first = 0; first < n; first += TOLD_ONE) {
        static Told t;
        int count = n - first < TOLD_ONE ? n - first : TOLD_ONE;
        memcpy(t.value, host + first, (size_t)count * sizeof(int));
        store_told<<<1, TOLD_ONE>>>(out, in, first, count, t);
    }
    cudaDeviceSynchronize();
}
