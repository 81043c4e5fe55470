// EXPECT scan.hierarchical.inclusive: once too often
//
// Block b takes the sum up to its own tile.
#define scan_hierarchical sound_hierarchical
#include "../solutions/05_scan/scan.cu"
#undef scan_hierarchical

__global__ void wrong(int *out, const int *totals, const int *in, int n)
{
    int item[ITEMS];
    tile_load(item, in, n, blockIdx.x);
    tile_scan(item);
    if (blockIdx.x > 0) {
        int before = totals[blockIdx.x];
        for (int k = 0; k < ITEMS; k++)
            item[k] = add(before, item[k]);
    }
    tile_store(out, item, n, blockIdx.x);
}

extern "C" void scan_hierarchical(int *out, const int *in, int n)
{
    int tiles = ceil_div(n, TILE);
    int *totals = NULL;
    if (tiles > 1) {
        CUDA_CHECK(cudaMallocAsync(&totals, tiles * sizeof *totals, 0));
        tile_totals<<<tiles, BLOCK>>>(totals, in, n);
        scan_any(totals, totals, tiles);
    }
    if (tiles > 0)
        wrong<<<tiles, BLOCK>>>(out, totals, in, n);
    if (totals)
        CUDA_CHECK(cudaFreeAsync(totals, 0));
    CUDA_CHECK(cudaGetLastError());
}
