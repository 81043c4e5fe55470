// EXPECT full marks
//
// The index is cut instead of the condition; the answers name the line of the index.
#define debug_three_days sound_three_days
#include "../solutions/15_debugging/debugging.cu"
#undef debug_three_days

__global__ void three_days_cut(int *__restrict__ out, const int *__restrict__ in, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n) {
        int most = in[i];
        if (i > 0)
            most = max(most, in[i - 1]);
        if (i < n)
            most = max(most, in[min(i + 1, n - 1)]);
        out[i] = most;
    }
}

extern "C" void debug_three_days(int *out, const int *in, int n)
{
    if (n > 0)
        three_days_cut<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
