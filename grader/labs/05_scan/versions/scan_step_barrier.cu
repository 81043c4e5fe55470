// EXPECT scan.hillis.safe: Race reported between
//
// Two buffers, but no barrier between writing one and reading it.
#define scan_hillis_inclusive sound_hillis_inclusive
#include "../solutions/05_scan/scan.cu"
#undef scan_hillis_inclusive

__global__ void wrong(int *out, const int *in, int n)
{
    __shared__ int s[2][SCAN_BLOCK];
    int t = threadIdx.x, x = in[t], k = 0;
    for (int d = 1; d < n; d *= 2) {
        s[k][t] = x;
        if (t >= d)
            x = add(s[k][t - d], x);
        k = 1 - k;
    }
    out[t] = x;
}

extern "C" void scan_hillis_inclusive(int *out, const int *in, int n)
{
    if (n > 0)
        wrong<<<1, n>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
