// EXPECT debugging.deviations.right: want
//
// The first addition is left out.
#define debug_deviations sound_debug_deviations
#include "../solutions/15_debugging/debugging.cu"
#undef debug_deviations

__global__ void other_deviations(int *out, const int *in, int n)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int half = BLOCK / 4; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (i < n)
        out[i] = in[i] - s[0]; // WRONG
}

extern "C" void debug_deviations(int *out, const int *in, int n)
{
    if (n > 0)
        other_deviations<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
