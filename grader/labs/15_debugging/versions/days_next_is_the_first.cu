// EXPECT debugging.days.right: want
//
// After the last day comes the first one.
#define three_days sound_three_days
#define debug_three_days sound_debug_three_days
#include "../solutions/15_debugging/debugging.cu"
#undef three_days
#undef debug_three_days

__global__ void three_days(int *__restrict__ out, const int *__restrict__ in, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) {
        int most = in[i];
        if (i > 0)
            most = max(most, in[i - 1]);
        most = max(most, in[(i + 1) % n]);
        out[i] = most;
    }
}

extern "C" void debug_three_days(int *out, const int *in, int n)
{
    if (n > 0)
        three_days<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
