// EXPECT scan.in_place.safe: Race reported between
//
// The second barrier is after the store, not between the load and the store.
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
            x = add(s[t - d], x); // WRONG
            s[t] = x;
        }
        __syncthreads();
    }
    out[t] = x;
}

extern "C" void scan_in_place(int *out, const int *in, int n)
{
    if (n > 0)
        wrong<<<1, n>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
