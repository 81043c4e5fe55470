// EXPECT scan.three.inclusive: first at [0]
//
// The sums include the own sum of the tile.
#define scan_three_kernels sound_three_kernels
#include "../solutions/05_scan/scan.cu"
#undef scan_three_kernels

__global__ void wrong(int *sums, int count)
{
    int item[ITEMS], own[ITEMS];
    int before = 0;
    for (int piece = 0; piece * TILE < count; piece++) {
        tile_load(own, sums, count, piece);
        for (int k = 0; k < ITEMS; k++)
            item[k] = own[k];
        int total = tile_scan(item);
        for (int k = 0; k < ITEMS; k++)
            item[k] += before;
        tile_store(sums, item, count, piece);
        before += total;
    }
}

extern "C" void scan_three_kernels(int *out, const int *in, int n)
{
    int tiles = ceil_div(n, TILE);
    int *sums;
    if (tiles == 0)
        return;
    CUDA_CHECK(cudaMallocAsync(&sums, tiles * sizeof *sums, 0));
    scan_tiles<<<tiles, BLOCK>>>(out, sums, in, n);
    wrong<<<1, BLOCK>>>(sums, tiles);
    add_sums<<<tiles, BLOCK>>>(out, sums, n);
    CUDA_CHECK(cudaFreeAsync(sums, 0));
    CUDA_CHECK(cudaGetLastError());
}
