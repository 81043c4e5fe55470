// EXPECT scan.three.inclusive: up to element 4194303
//
// One block per piece of the sums: no block knows the pieces before.
#define scan_three_kernels sound_three_kernels
#include "../solutions/05_scan/scan.cu"
#undef scan_three_kernels

__global__ void wrong(int *sums, int count)
{
    int item[ITEMS], own[ITEMS];
    tile_load(own, sums, count, blockIdx.x);
    for (int k = 0; k < ITEMS; k++)
        item[k] = own[k];
    tile_scan(item);
    for (int k = 0; k < ITEMS; k++)
        item[k] -= own[k];
    tile_store(sums, item, count, blockIdx.x);
}

extern "C" void scan_three_kernels(int *out, const int *in, int n)
{
    int tiles = ceil_div(n, TILE);
    int *sums;
    if (tiles == 0)
        return;
    CUDA_CHECK(cudaMallocAsync(&sums, tiles * sizeof *sums, 0));
    scan_tiles<<<tiles, BLOCK>>>(out, sums, in, n);
    wrong<<<ceil_div(tiles, TILE), BLOCK>>>(sums, tiles);
    add_sums<<<tiles, BLOCK>>>(out, sums, n);
    CUDA_CHECK(cudaFreeAsync(sums, 0));
    CUDA_CHECK(cudaGetLastError());
}
