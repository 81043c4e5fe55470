// EXPECT scan.hierarchical.traffic: bytes that the busiest thread loads
//
// One thread scans the totals.
#define scan_hierarchical sound_hierarchical
#include "../solutions/05_scan/scan.cu"
#undef scan_hierarchical

__global__ void wrong(int *totals, int count)
{
    for (int i = 1; i < count; i++)
        totals[i] = add(totals[i - 1], totals[i]);
}

extern "C" void scan_hierarchical(int *out, const int *in, int n)
{
    int tiles = ceil_div(n, TILE);
    int *totals;
    if (tiles == 0)
        return;
    CUDA_CHECK(cudaMallocAsync(&totals, tiles * sizeof *totals, 0));
    tile_totals<<<tiles, BLOCK>>>(totals, in, n);
    wrong<<<1, 1>>>(totals, tiles);
    scan_after_totals<<<tiles, BLOCK>>>(out, totals, in, n);
    CUDA_CHECK(cudaFreeAsync(totals, 0));
    CUDA_CHECK(cudaGetLastError());
}
