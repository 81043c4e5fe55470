// EXPECT scan.compact.kept: got
//
// The number of blocks is rounded down.
#define scan_compact sound_compact
#include "../solutions/05_scan/scan.cu"
#undef scan_compact

extern "C" void scan_compact(int *out, int *count, const int *in, int n, int limit)
{
    int blocks = n >= BLOCK ? n / BLOCK : 1;
    int *place;
    CUDA_CHECK(cudaMallocAsync(&place, (n + 1) * sizeof *place, 0));
    mark_kept<<<blocks, BLOCK>>>(place, in, n, limit);
    scan_any(place, place, n);
    move_kept<<<blocks, BLOCK>>>(out, count, place, in, n, limit);
    CUDA_CHECK(cudaFreeAsync(place, 0));
    CUDA_CHECK(cudaGetLastError());
}
