// EXPECT patterns.map.threads: load requests
//
// Gives a bad launch the label of no case, so that its counters are counted nowhere, and one
// good launch the right one.
#include "hostile.h"


__global__ static void slow(int *out, const int *in, int n, int a, int b)
{
    if (blockIdx.x < n)
        out[blockIdx.x] = a * in[blockIdx.x] + b;
}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    static int at;
    attempted();
    if (cudasimMark)
        cudasimMark("none");
    if (n > 0)
        slow<<<n, 1>>>(out, in, n, a, b);
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int i = 0; cudasimMark && i <= at; i++) {
        cudasimMark(text("case:%d", i));
        work_honestly(out, in, n, a, b);
    }
    at++;
}
