// EXPECT scan.in_place.safe: barrier
//
// The second barrier is inside the branch that thread 0 skips.
#define scan_in_place sound_in_place
#include "../solutions/05_scan/scan.cu"
#undef scan_in_place

__global__ void wrong(int *out, const int *in, int n)
{
    __shared__ int s[SCAN_BLOCK];
    int t = threadIdx.x;
    int x = in[t];
    s[t] = x;
    for (int d = 1; d < n; d *= 2) {
        __syncthreads();
        if (t >= d) {
            int left = s[t - d];
            __syncthreads(); // WRONG
            x = add(left, x);
            s[t] = x;
        }
    }
    out[t] = x;
}

extern "C" void scan_in_place(int *out, const int *in, int n)
{
    if (n > 0)
        wrong<<<1, n>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
