// EXPECT debugging.deviations.safe: Barrier error detected
//
// A thread leaves the loop when it has nothing to add.
#define debug_deviations sound_debug_deviations
#include "../solutions/15_debugging/debugging.cu"
#undef debug_deviations

__global__ void other_deviations(int *out, const int *in, int n)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads(); // WRONG
    for (int half = BLOCK / 2; half > 0 && t < half; half /= 2) {
        s[t] += s[t + half];
        __syncthreads(); // WRONG
    }
    __syncthreads(); // WRONG
    if (i < n)
        out[i] = in[i] - s[0];
}

extern "C" void debug_deviations(int *out, const int *in, int n)
{
    if (n > 0)
        other_deviations<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
