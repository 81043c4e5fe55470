// EXPECT scan.serial.safe: Invalid __global__ read
//
// The first element is added to the one before it, which does not exist.
#define scan_serial_inclusive sound_serial_inclusive
#include "../solutions/05_scan/scan.cu"
#undef scan_serial_inclusive

__global__ void wrong(int *out, const int *in, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = add(out[i - 1], in[i]); // WRONG
}

extern "C" void scan_serial_inclusive(int *out, const int *in, int n)
{
    if (n > 0)
        wrong<<<1, 1>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
