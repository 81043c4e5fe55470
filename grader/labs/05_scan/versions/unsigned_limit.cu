// EXPECT scan.compact.kept: Invalid __global__ write
//
// The elements are compared with the limit as unsigned numbers.
#define scan_compact sound_compact
#include "../solutions/05_scan/scan.cu"
#undef scan_compact

__global__ void wrong_mark(int *kept, const int *in, int n, int limit)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        kept[i] = (unsigned)in[i] > (unsigned)limit;
}

__global__ void wrong_move(int *out, int *count, const int *place, const int *in, int n, int limit)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && (unsigned)in[i] > (unsigned)limit)
        out[place[i] - 1] = in[i]; // WRONG
    if (i == 0)
        *count = n > 0 ? place[n - 1] : 0;
}

extern "C" void scan_compact(int *out, int *count, const int *in, int n, int limit)
{
    int blocks = n > 0 ? ceil_div(n, BLOCK) : 1;
    int *place;
    CUDA_CHECK(cudaMallocAsync(&place, (n + 1) * sizeof *place, 0));
    wrong_mark<<<blocks, BLOCK>>>(place, in, n, limit);
    scan_any(place, place, n);
    wrong_move<<<blocks, BLOCK>>>(out, count, place, in, n, limit);
    CUDA_CHECK(cudaFreeAsync(place, 0));
    CUDA_CHECK(cudaGetLastError());
}
