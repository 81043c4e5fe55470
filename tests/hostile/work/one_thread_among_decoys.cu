// EXPECT patterns.map: 0 points
//
// One thread maps all elements. The other warps load all inputs, too, and store nothing.
#include "decoys.h"

__global__ static void map_alone(int *out, const int *in, int n, int a, int b)
{
    bool works = threadIdx.x == 0;
    for (int i = 0; i < n && (works || threadIdx.x % 32 == 0); i++) {
        int x = ((volatile const int *)in)[i];
        if (works)
            out[i] = a * x + b;
    }
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    if (n > 0)
        map_alone<<<1, 128>>>(out, in, n, a, b);
}
