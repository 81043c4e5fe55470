// EXPECT debugging.deviations.safe: Barrier error detected
//
// Threads without an element return before they have written 0.
#define debug_deviations sound_debug_deviations
#include "../solutions/15_debugging/debugging.cu"
#undef debug_deviations

__global__ void other_deviations(int *out, const int *in, int n)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    if (i >= n)
        return; // WRONG
    s[t] = in[i];
    __syncthreads(); // WRONG
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads(); // WRONG
    }
    out[i] = in[i] - s[0];
}

extern "C" void debug_deviations(int *out, const int *in, int n)
{
    if (n > 0)
        other_deviations<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
