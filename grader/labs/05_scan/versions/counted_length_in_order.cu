// EXPECT scan.look_back.inclusive: wrong when run interleaved
// FIRST n=131072
//
// The length whose counters are judged has no checkers: there a block takes what the block before
// has stored, as if blocks ran one after the other.
#define scan_look_back sound_scan_look_back
#include "../solutions/05_scan/scan.cu"
#undef scan_look_back

__global__ void chain(int *out, const int *in, int n, int *sums)
{
    __shared__ int before;
    int item[ITEMS], tile = blockIdx.x;
    tile_load(item, in, n, tile);
    int total = tile_scan(item);
    if (threadIdx.x == 0) {
        before = tile ? sums[tile - 1] : 0;
        sums[tile] = before + total;
    }
    __syncthreads();
    for (int k = 0; k < ITEMS; k++)
        item[k] = add(before, item[k]);
    tile_store(out, item, n, tile);
}

extern "C" void scan_look_back(int *out, const int *in, int n)
{
    if (n != 131072) {
        sound_scan_look_back(out, in, n);
        return;
    }
    int tiles = ceil_div(n, TILE), *sums;
    CUDA_CHECK(cudaMallocAsync(&sums, tiles * sizeof *sums, 0));
    chain<<<tiles, BLOCK>>>(out, in, n, sums);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFreeAsync(sums, 0));
}
