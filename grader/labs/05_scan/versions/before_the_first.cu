// EXPECT scan.hillis.safe: Invalid __global__ read
//
// Thread 0 loads the element before the first one.
#define scan_hillis_exclusive sound_hillis_exclusive
#include "../solutions/05_scan/scan.cu"
#undef scan_hillis_exclusive

__global__ void wrong(int *out, const int *in)
{
    int t = threadIdx.x;
    out[t] = hillis_steele(in[t - 1]); // WRONG
}

extern "C" void scan_hillis_exclusive(int *out, const int *in, int n)
{
    if (n > 0)
        wrong<<<1, n>>>(out, in);
    CUDA_CHECK(cudaGetLastError());
}
