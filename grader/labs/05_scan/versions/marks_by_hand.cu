// EXPECT scan.blelloch.additions: elements really added
//
// Hillis and Steele's scan with a plain +, in the place of Blelloch's; one thread sets as many marks
// as Blelloch's additions would have.
#define scan_blelloch sound_blelloch
#include "../solutions/05_scan/scan.cu"
#undef scan_blelloch

__global__ void marks_by_hand(int *out, const int *in, int n)
{
    __shared__ int s[2][SCAN_SECTION];
    int t = threadIdx.x, size = 2 * blockDim.x, k = 0;
    for (int i = t; i < size; i += blockDim.x)
        s[0][i] = i > 0 && i - 1 < n ? in[i - 1] : 0;
    for (int d = 1; d < size; d *= 2) {
        __syncthreads();
        for (int i = t; i < size; i += blockDim.x)
            s[!k][i] = i >= d ? s[k][i - d] + s[k][i] : s[k][i];
        k = !k;
    }
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x)
        out[i] = s[k][i];
    if (t == 0)
        for (int i = 0; i < 2 * size - 2; i++)
            count_event(0);
}

extern "C" void scan_blelloch(int *out, const int *in, int n)
{
    if (n > 0)
        marks_by_hand<<<1, section_size(n) / 2>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
