// EXPECT sparse.step.pull: busiest thread
//
// One thread per page.
#define rank_step sound_rank_step
#include "../solutions/11_sparse/sparse.cu"
#undef rank_step

__global__ void my_add_dangling(double *given, LinkGraph g, const double *rank)
{
    int page = blockIdx.x * BLOCK + threadIdx.x;
    bool dangling = page < g.pages && g.out[page] == 0;
    double sum = add_block(dangling ? rank[page] : 0);
    if (threadIdx.x == 0)
        atomicAdd(given, sum);
}

__global__ void my_pull_ranks(double *next, LinkGraph g, const double *rank, const double *given)
{
    int page = blockIdx.x * BLOCK + threadIdx.x;
    if (page >= g.pages)
        return;
    double sum = 0;
    for (int k = g.start[page]; k < g.start[page + 1]; k++)
        sum += rank[g.source[k]] / g.out[g.source[k]];
    next[page] = (1 - RANK_DAMPING) / g.pages + RANK_DAMPING * (sum + *given / g.pages);
}

extern "C" void rank_step(double *next, LinkGraph g, const double *rank)
{
    double *given;
    CUDA_CHECK(cudaMallocAsync(&given, sizeof *given, 0));
    CUDA_CHECK(cudaMemsetAsync(given, 0, sizeof *given));
    my_add_dangling<<<ceil_div(g.pages, BLOCK), BLOCK>>>(given, g, rank);
    my_pull_ranks<<<ceil_div(g.pages, BLOCK), BLOCK>>>(next, g, rank, given);
    CUDA_CHECK(cudaFreeAsync(given, 0));
    CUDA_CHECK(cudaGetLastError());
}
