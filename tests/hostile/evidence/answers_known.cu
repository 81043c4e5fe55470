// EXPECT streams.questions.window: not measured
//
// The kernels run, so that their gates hold, but nobody looks at the clock.
#include "hostile.h"

__global__ static void walk(int *x) { *x = 1; }

static void look_busy()
{
    int *x;
    attempted();
    cudaMalloc((void **)&x, 4);
    for (int i = 0; i < 13; i++)
        walk<<<1, 1>>>(x);
    cudaDeviceSynchronize();
    cudaFree(x);
}

extern "C" void streams_stream0(int answer[3])
{
    look_busy();
    answer[0] = answer[2] = 0;
    answer[1] = 1;
}

extern "C" void streams_window(int answer[6])
{
    look_busy();
    for (int kind = 0; kind < 6; kind++)
        answer[kind] = kind < 3;
}
