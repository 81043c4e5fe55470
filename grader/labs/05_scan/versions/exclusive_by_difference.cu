// EXPECT scan.hillis.exclusive: got
//
// The element after the sum is subtracted, not the one in it.
#define scan_hillis_exclusive sound_hillis_exclusive
#include "../solutions/05_scan/scan.cu"
#undef scan_hillis_exclusive

__global__ void wrong(int *out, const int *in)
{
    int t = threadIdx.x;
    out[t] = hillis_steele(in[t]) - (t > 0 ? in[t - 1] : in[0]); // WRONG
}

extern "C" void scan_hillis_exclusive(int *out, const int *in, int n)
{
    if (n > 0)
        wrong<<<1, n>>>(out, in);
    CUDA_CHECK(cudaGetLastError());
}
