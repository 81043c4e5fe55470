// EXPECT scan.serial.additions: additions, n = 16 to 1024 together
//
// The first element is added to 0: one addition too many per call.
#define scan_serial_inclusive sound_serial_inclusive
#include "../solutions/05_scan/scan.cu"
#undef scan_serial_inclusive

__global__ void wrong(int *out, const int *in, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        out[i] = sum = add(sum, in[i]);
}

extern "C" void scan_serial_inclusive(int *out, const int *in, int n)
{
    if (n > 0)
        wrong<<<1, 1>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
