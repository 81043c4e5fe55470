// EXPECT sparse.step.right: without links are lost
//
// The sum of the dangling pages is computed too late.
#define rank_step sound_rank_step
#include "../solutions/11_sparse/sparse.cu"
#undef rank_step

extern "C" void rank_step(double *next, LinkGraph g, const double *rank)
{
    double *given;
    CUDA_CHECK(cudaMallocAsync(&given, sizeof *given, 0));
    CUDA_CHECK(cudaMemsetAsync(given, 0, sizeof *given));
    pull_ranks<<<ceil_div(g.pages, BLOCK / WARP_SIZE), BLOCK>>>(next, g, rank, given);
    add_dangling<<<ceil_div(g.pages, BLOCK), BLOCK>>>(given, g, rank);
    CUDA_CHECK(cudaFreeAsync(given, 0));
    CUDA_CHECK(cudaGetLastError());
}
