// EXPECT scan.hierarchical.safe: Not released when the function returns
//
// The totals of each level are allocated, and never freed.
#define scan_hierarchical sound_hierarchical
#include "../solutions/05_scan/scan.cu"
#undef scan_hierarchical

static void scan_and_keep(int *out, const int *in, int n)
{
    int tiles = ceil_div(n, TILE);
    int *totals = NULL;
    if (tiles > 1) {
        CUDA_CHECK(cudaMalloc(&totals, tiles * sizeof *totals));  // WRONG
        tile_totals<<<tiles, BLOCK>>>(totals, in, n);
        scan_and_keep(totals, totals, tiles);
    }
    if (tiles > 0)
        scan_after_totals<<<tiles, BLOCK>>>(out, totals, in, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void scan_hierarchical(int *out, const int *in, int n) { scan_and_keep(out, in, n); }
