// EXPECT scan.hillis.steps: additions, n = 16 to 1024 together
//
// The steps go on to distance 512 and through all 1024 elements, also for smaller n.
#define scan_hillis_inclusive sound_hillis_inclusive
#include "../solutions/05_scan/scan.cu"
#undef scan_hillis_inclusive

__global__ void wrong(int *out, const int *in, int n)
{
    __shared__ int s[2][SCAN_BLOCK];
    int t = threadIdx.x, x = t < n ? in[t] : 0, k = 0;
    for (int d = 1; d < SCAN_BLOCK; d *= 2) {
        s[k][t] = x;
        __syncthreads();
        if (t >= d)
            x = add(s[k][t - d], x);
        k = 1 - k;
    }
    if (t < n)
        out[t] = x;
}

extern "C" void scan_hillis_inclusive(int *out, const int *in, int n)
{
    if (n > 0)
        wrong<<<1, SCAN_BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
