// EXPECT scan.blelloch: 0 points
//
// Twice as many steps as needed would cost nothing if the additions were not seen: the bits of each
// element go around the counter, one by one, through predicates. As many additions as the gate asks
// for are made with elements, and are of no use.
#include "hostile.h"

__device__ static int add(int a, int b)
{
    count_event(0);
    return a + b;
}

__device__ static int led_around(int x)
{
    int y = 0;
#pragma unroll
    for (int bit = 0; bit < 32; bit++)
        asm volatile("{ .reg .pred p; .reg .b32 t; and.b32 t, %1, %2; setp.ne.b32 p, t, 0;"
                     " @p or.b32 %0, %0, %2; }"
                     : "+r"(y)
                     : "r"(x), "r"(1u << bit));
    return y;
}

__global__ static void scan(int *out, const int *in, int n, int pairs)
{
    __shared__ int s[1024];
    int i = threadIdx.x, x = i < n ? in[i] : 0, y = led_around(x), waste = 0;
    for (int k = i; k < pairs; k += blockDim.x)
        waste = add(waste, x);
    for (int step = 1; step < n; step *= 2) {
        s[i] = y;
        __syncthreads();
        int left = i >= step ? s[i - step] : 0;
        y += led_around(left);
        __syncthreads();
    }
    s[i] = y + (waste == 12345 && n < 0);
    __syncthreads();
    if (i < n)
        out[i] = i ? s[i - 1] : 0;
}

extern "C" void scan_blelloch(int *out, const int *in, int n)
{
    attempted();
    if (n > 0)
        scan<<<1, 1024>>>(out, in, n, 2 * n - 2);
}
