// EXPECT scan.blelloch.safe: Race reported between
//
// Nobody waits between the last step and the stores.
#define scan_blelloch sound_blelloch
#include "../solutions/05_scan/scan.cu"
#undef scan_blelloch

__global__ void wrong(int *out, const int *in, int n, int size)
{
    __shared__ int s[SCAN_SECTION];
    int t = threadIdx.x;
    s[t] = t < n ? in[t] : 0;
    s[t + blockDim.x] = t + blockDim.x < n ? in[t + blockDim.x] : 0;
    for (int d = 1; d < size; d *= 2) {
        __syncthreads();
        int right = 2 * d * (t + 1) - 1;
        if (right < size)
            s[right] = add(s[right - d], s[right]);
    }
    if (t == 0)
        s[size - 1] = 0;
    for (int d = size / 2; d > 0; d /= 2) {
        __syncthreads();
        int right = 2 * d * (t + 1) - 1;
        if (right < size) {
            int left = s[right - d];
            s[right - d] = s[right];
            s[right] = add(s[right], left); // WRONG
        }
    }
    if (t < n)
        out[t] = s[t];
    if (t + blockDim.x < n)
        out[t + blockDim.x] = s[t + blockDim.x];
}

extern "C" void scan_blelloch(int *out, const int *in, int n)
{
    int size = section_size(n);
    if (n > 0)
        wrong<<<1, size / 2>>>(out, in, n, size);
    CUDA_CHECK(cudaGetLastError());
}
