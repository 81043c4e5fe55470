// EXPECT scan.serial.inclusive: never written
//
// The loop ends before the last element.
#define scan_serial_inclusive sound_serial_inclusive
#include "../solutions/05_scan/scan.cu"
#undef scan_serial_inclusive

__global__ void wrong(int *out, const int *in, int n)
{
    int sum = in[0];
    out[0] = sum;
    for (int i = 1; i < n - 1; i++) {
        sum = add(sum, in[i]);
        out[i] = sum;
    }
}

extern "C" void scan_serial_inclusive(int *out, const int *in, int n)
{
    if (n > 0)
        wrong<<<1, 1>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
