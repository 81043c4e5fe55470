// EXPECT full marks
//
// The shares are divided once per page; a block per page pulls; dangling pages are added by warps.
#define rank_step sound_rank_step
#include "../solutions/11_sparse/sparse.cu"
#undef rank_step

__global__ void make_shares(double *share, double *given, LinkGraph g, const double *rank)
{
    int page = blockIdx.x * BLOCK + threadIdx.x;
    double lost = 0;
    if (page < g.pages) {
        share[page] = g.out[page] ? rank[page] / g.out[page] : 0;
        lost = g.out[page] ? 0 : rank[page];
    }
    for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
        lost += __shfl_xor_sync(0xffffffff, lost, distance);
    if (threadIdx.x % WARP_SIZE == 0 && lost > 0)
        atomicAdd(given, lost);
}

__global__ void pull_shares(double *next, LinkGraph g, const double *share, const double *given)
{
    double sum = 0;
    for (int k = g.start[blockIdx.x] + threadIdx.x; k < g.start[blockIdx.x + 1]; k += BLOCK)
        sum += share[g.source[k]];
    sum = add_block(sum);
    if (threadIdx.x == 0)
        next[blockIdx.x] =
            (1 - RANK_DAMPING) / g.pages + RANK_DAMPING * sum + RANK_DAMPING * *given / g.pages;
}

extern "C" void rank_step(double *next, LinkGraph g, const double *rank)
{
    double *share;
    CUDA_CHECK(cudaMalloc(&share, (g.pages + 1) * sizeof *share));
    CUDA_CHECK(cudaMemset(share + g.pages, 0, sizeof *share));
    make_shares<<<ceil_div(g.pages, BLOCK), BLOCK>>>(share, share + g.pages, g, rank);
    pull_shares<<<g.pages, BLOCK>>>(next, g, share, share + g.pages);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(share));
}
