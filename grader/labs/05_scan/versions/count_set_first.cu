// EXPECT full marks
//
// The count is set to 0 by a memset; loops over the grid; the place of an element comes from the
// element before it.
#define scan_compact sound_compact
#include "../solutions/05_scan/scan.cu"
#undef scan_compact

__global__ void marks(int *kept, const int *__restrict__ in, int n, int limit)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        kept[i] = in[i] > limit ? 1 : 0;
}

__global__ void moves(int *out, int *count, const int *place, const int *in, int n, int limit)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        int before = i > 0 ? place[i - 1] : 0;
        if (place[i] != before)
            out[before] = in[i];
        if (i == n - 1)
            *count = place[i];
    }
}

extern "C" void scan_compact(int *out, int *count, const int *in, int n, int limit)
{
    CUDA_CHECK(cudaMemset(count, 0, sizeof *count));
    if (n <= 0)
        return;
    int *place;
    CUDA_CHECK(cudaMalloc((void **)&place, sizeof(int) * n));
    marks<<<min(ceil_div(n, 512), 264), 512>>>(place, in, n, limit);
    scan_any(place, place, n);
    moves<<<min(ceil_div(n, 512), 264), 512>>>(out, count, place, in, n, limit);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(place));
}
