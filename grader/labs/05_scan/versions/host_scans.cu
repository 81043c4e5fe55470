// EXPECT scan.hierarchical.inclusive: written by a copy of the host
//
// The host scans. Its sums reach `out` by way of another buffer: the last copy is one from device
// to device.
#define scan_hierarchical sound_hierarchical
#include "../solutions/05_scan/scan.cu"
#undef scan_hierarchical

__global__ void touches(const int *in, int *sink)
{
    if (in[0] == 0x7ffffffe)
        *sink = 1;
}

extern "C" void scan_hierarchical(int *out, const int *in, int n)
{
    if (n == 0)
        return;
    int *copy = (int *)malloc(n * sizeof(int)), *scanned, sum = 0;
    CUDA_CHECK(cudaMalloc(&scanned, n * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(copy, in, n * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        copy[i] = sum += copy[i];
    CUDA_CHECK(cudaMemcpy(scanned, copy, n * sizeof(int), cudaMemcpyHostToDevice));
    touches<<<1, 1>>>(in, scanned);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(out, scanned, n * sizeof(int), cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaFree(scanned));
    free(copy);
}
