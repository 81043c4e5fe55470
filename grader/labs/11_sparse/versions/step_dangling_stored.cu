// EXPECT sparse.step.right: Race reported between
// FIRST Race reported between Write access
//
// The sum of a block takes the place of those of the other blocks.
#define add_dangling sound_add_dangling
#define rank_step sound_rank_step
#include "../solutions/11_sparse/sparse.cu"
#undef add_dangling
#undef rank_step

__global__ void add_dangling(double *given, LinkGraph g, const double *rank)
{
    int page = blockIdx.x * BLOCK + threadIdx.x;
    bool dangling = page < g.pages && g.out[page] == 0;
    double sum = add_block(dangling ? rank[page] : 0);
    if (threadIdx.x == 0)
        *given = sum; // WRONG
}

extern "C" void rank_step(double *next, LinkGraph g, const double *rank)
{
    double *given;
    CUDA_CHECK(cudaMallocAsync(&given, sizeof *given, 0));
    CUDA_CHECK(cudaMemsetAsync(given, 0, sizeof *given));
    add_dangling<<<ceil_div(g.pages, BLOCK), BLOCK>>>(given, g, rank);
    pull_ranks<<<ceil_div(g.pages, BLOCK / WARP_SIZE), BLOCK>>>(next, g, rank, given);
    CUDA_CHECK(cudaFreeAsync(given, 0));
    CUDA_CHECK(cudaGetLastError());
}
