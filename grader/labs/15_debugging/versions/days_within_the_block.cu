// EXPECT debugging.days.right: want
//
// The last thread of a block does not look at the day after.
#define debug_three_days sound_debug_three_days
#include "../solutions/15_debugging/debugging.cu"
#undef debug_three_days

__global__ void days_of_block(int *out, const int *in, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) {
        int most = in[i];
        if (i > 0)
            most = max(most, in[i - 1]);
        if (threadIdx.x + 1 < BLOCK && i + 1 < n)
            most = max(most, in[i + 1]);
        out[i] = most; // WRONG
    }
}

extern "C" void debug_three_days(int *out, const int *in, int n)
{
    if (n > 0)
        days_of_block<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
