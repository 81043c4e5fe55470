// EXPECT scan.brent_kung.additions: additions, n = 16 to 1024 together
//
// Hillis and Steele in Brent-Kung's place, with two elements per thread.
#define scan_brent_kung sound_brent_kung
#include "../solutions/05_scan/scan.cu"
#undef scan_brent_kung

__global__ void wrong(int *out, const int *in, int n, int size)
{
    __shared__ int s[SCAN_SECTION];
    int t = threadIdx.x;
    for (int i = t; i < size; i += blockDim.x)
        s[i] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < size; d *= 2) {
        int low = t >= d ? add(s[t - d], s[t]) : s[t], i = t + blockDim.x;
        int high = i >= d ? add(s[i - d], s[i]) : s[i];
        __syncthreads();
        s[t] = low;
        s[i] = high;
        __syncthreads();
    }
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x)
        out[i] = s[i];
}

extern "C" void scan_brent_kung(int *out, const int *in, int n)
{
    int size = section_size(n);
    if (n > 0)
        wrong<<<1, size / 2>>>(out, in, n, size);
    CUDA_CHECK(cudaGetLastError());
}
