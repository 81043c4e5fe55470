// EXPECT scan.compact.parallel: bytes that the busiest thread loads
//
// One thread finds all the places; thousands of others are launched and load one element.
#define scan_compact sound_compact
#include "../solutions/05_scan/scan.cu"
#undef scan_compact

__global__ void one_thread_counts(int *out, int *count, const int *in, int n, int limit)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, kept = 0;
    if (i > 0) {
        if (i < n && in[i] == 0x7ffffffe)
            out[0] = 0;
        return;
    }
    for (int k = 0; k < n; k++)
        if (in[k] > limit)
            out[kept++] = in[k];
    *count = kept;
}

extern "C" void scan_compact(int *out, int *count, const int *in, int n, int limit)
{
    if (n == 0)
        return sound_compact(out, count, in, n, limit);
    one_thread_counts<<<ceil_div(n, 256), 256>>>(out, count, in, n, limit);
    CUDA_CHECK(cudaGetLastError());
}
