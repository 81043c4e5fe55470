// EXPECT sort.fastest.merge: got nothing
//
// The first array does not depend on the number of passes.
#define merge_sort_fastest sound_merge_fastest
#include "../solutions/06_sort/fastest.cu"
#undef merge_sort_fastest

extern "C" void merge_sort_fastest(int *out, int *spare, const int *in, size_t n)
{
    if (n == 0)
        return;
    int *from = spare, *to = out;
    CUDA_CHECK(
        cudaFuncSetAttribute(sort_runs, cudaFuncAttributeMaxDynamicSharedMemorySize, RUN_BYTES));
    sort_runs<<<(n + RUN - 1) / RUN, RUN_BLOCK, RUN_BYTES>>>(from, in, n);
    size_t tiles = (n + PASS_TILE - 1) / PASS_TILE;
    size_t searches = (tiles * WARP_SIZE + SEARCH_BLOCK - 1) / SEARCH_BLOCK;
    size_t *from_a;
    CUDA_CHECK(cudaMallocAsync(&from_a, tiles * sizeof *from_a, 0));
    for (size_t width = RUN; width < n; width *= 2) {
        search_tiles<<<searches, SEARCH_BLOCK>>>(from_a, tiles, from, width, n);
        merge_tiles<<<tiles, PASS_BLOCK>>>(to, from, from_a, width, n);
        int *other = from;
        from = to;
        to = other;
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFreeAsync(from_a, 0));
}
