// EXPECT sparse.step.right: the (1 - RANK_DAMPING) / pages is missing
//
// 1 / pages is a division of integers.
#define pull_ranks sound_pull_ranks
#define rank_step sound_rank_step
#include "../solutions/11_sparse/sparse.cu"
#undef pull_ranks
#undef rank_step

__global__ void pull_ranks(double *next, LinkGraph g, const double *rank, const double *given)
{
    int page = (blockIdx.x * BLOCK + threadIdx.x) / WARP_SIZE;
    int lane = threadIdx.x % WARP_SIZE;
    if (page >= g.pages)
        return; // the whole warp
    double sum = 0;
    for (int k = g.start[page] + lane; k < g.start[page + 1]; k += WARP_SIZE)
        sum += rank[g.source[k]] / g.out[g.source[k]];
    for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (lane == 0)
        next[page] = (1 - RANK_DAMPING) * (1 / g.pages) + RANK_DAMPING * (sum + *given / g.pages);
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
