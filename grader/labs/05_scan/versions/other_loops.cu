// EXPECT full marks
//
// Loops that look back or run over pointers; the scan in place from registers, all barriers in one
// place.
#define scan_serial_inclusive sound_serial_inclusive
#define scan_serial_exclusive sound_serial_exclusive
#define scan_in_place sound_in_place
#include "../solutions/05_scan/scan.cu"
#undef scan_serial_inclusive
#undef scan_serial_exclusive
#undef scan_in_place

__global__ void loop_back(int *out, const int *in, int n)
{
    if (threadIdx.x || blockIdx.x)
        return;
    *out = *in;
    for (int i = 1; i != n; ++i)
        out[i] = add(out[i - 1], in[i]);
}

__global__ void loop_exclusive(int *out, const int *in, int n)
{
    out[0] = 0;
    if (n > 1)
        out[1] = in[0];
    for (int i = 2; i < n; i++)
        out[i] = add(out[i - 1], in[i - 1]);
}

__global__ void in_place_registers(int *out, const int *in, int n)
{
    __shared__ int s[SCAN_BLOCK];
    const int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) {
        int sum = s[t];
        if (t >= d)
            sum = add(s[t - d], sum);
        __syncthreads();
        s[t] = sum;
        __syncthreads();
    }
    out[t] = s[t];
}

extern "C" void scan_serial_inclusive(int *out, const int *in, int n)
{
    if (n > 0)
        loop_back<<<1, 1>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void scan_serial_exclusive(int *out, const int *in, int n)
{
    if (n > 0)
        loop_exclusive<<<1, 1>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void scan_in_place(int *out, const int *in, int n)
{
    if (n > 0)
        in_place_registers<<<1, n>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
