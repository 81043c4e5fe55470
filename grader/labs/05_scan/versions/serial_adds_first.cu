// EXPECT scan.serial.exclusive: inclusive scan
//
// The element is added before the sum is stored.
#define scan_serial_exclusive sound_serial_exclusive
#include "../solutions/05_scan/scan.cu"
#undef scan_serial_exclusive

__global__ void wrong(int *out, const int *in, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum = add(sum, in[i]);
        out[i] = sum; // WRONG
    }
}

extern "C" void scan_serial_exclusive(int *out, const int *in, int n)
{
    if (n > 0)
        wrong<<<1, 1>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
