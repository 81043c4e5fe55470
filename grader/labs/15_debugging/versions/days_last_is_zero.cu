// EXPECT debugging.days.right: want
//
// Beyond the end there is a 0, which is more than a frost.
#define debug_three_days sound_debug_three_days
#include "../solutions/15_debugging/debugging.cu"
#undef debug_three_days

__global__ void wrong(int *out, const int *in, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    int most = i > 0 ? max(in[i], in[i - 1]) : in[i];
    int next = i + 1 < n ? in[i + 1] : 0;
    out[i] = max(most, next); // WRONG
}

extern "C" void debug_three_days(int *out, const int *in, int n)
{
    if (n > 0)
        wrong<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
