// EXPECT scan.hillis.steps: barriers per warp
//
// Right, but with one buffer, and so with two barriers per step.
#define scan_hillis_inclusive sound_hillis_inclusive
#include "../solutions/05_scan/scan.cu"
#undef scan_hillis_inclusive

__global__ void wrong(int *out, const int *in, int n)
{
    __shared__ int s[SCAN_BLOCK];
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
        wrong<<<1, n>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
