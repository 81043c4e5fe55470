// EXPECT sparse.converge.right: want
//
// The ranks begin at 1, not at 1 / pages.
#define rank_converge sound_rank_converge
#include "../solutions/11_sparse/sparse.cu"
#undef rank_converge

__global__ void my_fill_ranks(double *rank, int pages)
{
    int page = blockIdx.x * BLOCK + threadIdx.x;
    if (page < pages)
        rank[page] = 1.0;
}

extern "C" void rank_converge(double *rank, int *steps, LinkGraph g, double epsilon)
{
    double *next, *d_change, change;
    CUDA_CHECK(cudaMallocAsync(&next, g.pages * sizeof *next, 0));
    CUDA_CHECK(cudaMallocAsync(&d_change, sizeof *d_change, 0));
    my_fill_ranks<<<ceil_div(g.pages, BLOCK), BLOCK>>>(rank, g.pages);
    *steps = 0;
    do {
        for (int i = 0; i < RANK_ROUND; i += 2) {
            rank_step(next, g, rank);
            rank_step(rank, g, next);
        }
        *steps += RANK_ROUND;
        CUDA_CHECK(cudaMemsetAsync(d_change, 0, sizeof *d_change));
        add_changes<<<ceil_div(g.pages, BLOCK), BLOCK>>>(d_change, rank, next, g.pages);
        CUDA_CHECK(cudaMemcpy(&change, d_change, sizeof change, cudaMemcpyDeviceToHost));
    } while (change > epsilon);
    CUDA_CHECK(cudaFreeAsync(d_change, 0));
    CUDA_CHECK(cudaFreeAsync(next, 0));
    CUDA_CHECK(cudaGetLastError());
}
