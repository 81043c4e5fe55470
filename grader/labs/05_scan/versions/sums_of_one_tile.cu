// EXPECT scan.hierarchical.inclusive: n=4196353
//
// Only two levels: the totals are scanned as if they always were one tile.
#define scan_hierarchical sound_hierarchical
#include "../solutions/05_scan/scan.cu"
#undef scan_hierarchical

extern "C" void scan_hierarchical(int *out, const int *in, int n)
{
    int tiles = ceil_div(n, TILE);
    int *totals;
    if (tiles == 0)
        return;
    CUDA_CHECK(cudaMallocAsync(&totals, tiles * sizeof *totals, 0));
    tile_totals<<<tiles, BLOCK>>>(totals, in, n);
    scan_after_totals<<<1, BLOCK>>>(totals, (int *)NULL, totals, tiles);
    scan_after_totals<<<tiles, BLOCK>>>(out, totals, in, n);
    CUDA_CHECK(cudaFreeAsync(totals, 0));
    CUDA_CHECK(cudaGetLastError());
}
