// EXPECT scan.compact.kept: not in their order
//
// Places come from an atomic counter: without gaps, but in any order.
#define scan_compact sound_compact
#include "../solutions/05_scan/scan.cu"
#undef scan_compact

__global__ void wrong(int *out, int *count, const int *in, int n, int limit)
{
    int i = n - 1 - (blockIdx.x * BLOCK + threadIdx.x);
    if (i >= 0 && in[i] > limit)
        out[atomicAdd(count, 1)] = in[i];
}

__global__ void clear(int *count)
{
    *count = 0;
}

extern "C" void scan_compact(int *out, int *count, const int *in, int n, int limit)
{
    clear<<<1, 1>>>(count);
    if (n > 0)
        wrong<<<ceil_div(n, BLOCK), BLOCK>>>(out, count, in, n, limit);
    CUDA_CHECK(cudaGetLastError());
}
