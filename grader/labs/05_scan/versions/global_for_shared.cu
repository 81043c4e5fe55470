// EXPECT scan.hillis.steps: shared stores
//
// The two buffers are in global memory, where each step costs what the assignment wants to save.
#define scan_hillis_inclusive sound_hillis_inclusive
#include "../solutions/05_scan/scan.cu"
#undef scan_hillis_inclusive

__device__ int in_global[2][SCAN_BLOCK];

__global__ void global_buffers(int *out, const int *in, int n)
{
    int t = threadIdx.x, x = in[t], k = 0;
    for (int d = 1; d < n; d *= 2) {
        in_global[k][t] = x;
        __syncthreads();
        if (t >= d)
            x = add(in_global[k][t - d], x);
        k = !k;
    }
    out[t] = x;
}

extern "C" void scan_hillis_inclusive(int *out, const int *in, int n)
{
    if (n > 0)
        global_buffers<<<1, n>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
