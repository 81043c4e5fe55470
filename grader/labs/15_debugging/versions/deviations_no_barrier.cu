// EXPECT debugging.deviations.safe: Race reported between
//
// The barrier that not all threads reach is gone, and nothing is in its place.
#define debug_deviations sound_debug_deviations
#include "../solutions/15_debugging/debugging.cu"
#undef debug_deviations

__global__ void wrong(int *out, const int *in, int n)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2)
        if (t < half)
            s[t] += s[t + half]; // WRONG
    __syncthreads();
    if (i < n)
        out[i] = in[i] - s[0];
}

extern "C" void debug_deviations(int *out, const int *in, int n)
{
    if (n > 0)
        wrong<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
