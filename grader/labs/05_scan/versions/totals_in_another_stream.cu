// EXPECT scan.hierarchical.safe: stream
//
// The last kernel runs in a stream that waits for nobody.
#define scan_hierarchical sound_hierarchical
#include "../solutions/05_scan/scan.cu"
#undef scan_hierarchical

__global__ void wrong(int *out, const int *totals, const int *in, int n)
{
    int item[ITEMS];
    tile_load(item, in, n, blockIdx.x);
    tile_scan(item);
    if (blockIdx.x > 0) {
        int before = totals[blockIdx.x - 1]; // WRONG
        for (int k = 0; k < ITEMS; k++)
            item[k] = add(before, item[k]);
    }
    tile_store(out, item, n, blockIdx.x);
}

extern "C" void scan_hierarchical(int *out, const int *in, int n)
{
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    int tiles = ceil_div(n, TILE);
    int *totals = NULL;
    if (tiles > 1) {
        CUDA_CHECK(cudaMallocAsync(&totals, tiles * sizeof *totals, 0));
        tile_totals<<<tiles, BLOCK>>>(totals, in, n);
        scan_any(totals, totals, tiles);
    }
    if (tiles > 0)
        wrong<<<tiles, BLOCK, 0, stream>>>(out, totals, in, n); // WRONG
    CUDA_CHECK(cudaStreamSynchronize(stream));
    CUDA_CHECK(cudaStreamDestroy(stream));
    if (totals)
        CUDA_CHECK(cudaFreeAsync(totals, 0));
    CUDA_CHECK(cudaGetLastError());
}
