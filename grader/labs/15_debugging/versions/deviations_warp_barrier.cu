// EXPECT debugging.deviations.right: Race reported between
// FIRST Race reported between Write access
//
// The barrier is one of a warp.
#define deviations sound_deviations
#define debug_deviations sound_debug_deviations
#include "../solutions/15_debugging/debugging.cu"
#undef deviations
#undef debug_deviations

__global__ void deviations(int *__restrict__ out, const int *__restrict__ in, int n)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half]; // WRONG
        __syncwarp();
    }
    if (i < n)
        out[i] = in[i] - s[0];
}

extern "C" void debug_deviations(int *out, const int *in, int n)
{
    if (n > 0)
        deviations<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
