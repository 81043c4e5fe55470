// EXPECT scan.hillis.steps: barriers per warp
//
// Two barriers per step, and many warps that have none.
#define scan_hillis_inclusive sound_hillis_inclusive
#include "../solutions/05_scan/scan.cu"
#undef scan_hillis_inclusive

__global__ void two_barriers(int *out, const int *in, int n)
{
    __shared__ int s[SCAN_BLOCK];
    if (blockIdx.x > 0)
        return;
    int t = threadIdx.x, x = in[t];
    for (int d = 1; d < n; d *= 2) {
        s[t] = x;
        __syncthreads();
        if (t >= d)
            x = add(s[t - d], x);
        __syncthreads();
    }
    out[t] = x;
}

extern "C" void scan_hillis_inclusive(int *out, const int *in, int n)
{
    if (n > 0)
        two_barriers<<<4, n>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
