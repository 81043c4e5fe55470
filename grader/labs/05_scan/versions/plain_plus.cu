// EXPECT scan.brent_kung.additions: additions by add(), no plain +
//
// The additions do not call add(), so they are not counted.
#define scan_brent_kung sound_brent_kung
#include "../solutions/05_scan/scan.cu"
#undef scan_brent_kung

__global__ void wrong(int *out, const int *in, int n, int size)
{
    __shared__ int s[SCAN_SECTION];
    int t = threadIdx.x;
    for (int i = t; i < size; i += blockDim.x)
        s[i] = i < n ? in[i] : 0;
    for (int d = 1; d < size; d *= 2) {
        __syncthreads();
        int right = 2 * d * (t + 1) - 1;
        if (right < size)
            s[right] = s[right - d] + s[right];
    }
    for (int d = size / 4; d > 0; d /= 2) {
        __syncthreads();
        int done = 2 * d * (t + 1) - 1;
        if (done + d < size)
            s[done + d] = s[done] + s[done + d];
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
