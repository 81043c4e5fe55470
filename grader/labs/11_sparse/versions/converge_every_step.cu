// EXPECT sparse.converge.looks: copies to the host
//
// The host looks after each step, and ends after a whole round.
#define rank_converge sound_rank_converge
#include "../solutions/11_sparse/sparse.cu"
#undef rank_converge

extern "C" void rank_converge(double *rank, int *steps, LinkGraph g, double epsilon)
{
    double *next, *d_change, change;
    CUDA_CHECK(cudaMallocAsync(&next, g.pages * sizeof *next, 0));
    CUDA_CHECK(cudaMallocAsync(&d_change, sizeof *d_change, 0));
    fill_ranks<<<ceil_div(g.pages, BLOCK), BLOCK>>>(rank, g.pages);
    *steps = 0;
    CUDA_CHECK(cudaMemset(d_change, 0, sizeof *d_change));
    do {
        for (int i = 0; i < RANK_ROUND; i += 2) {
            rank_step(next, g, rank);
            CUDA_CHECK(cudaMemcpy(&change, d_change, sizeof change, cudaMemcpyDeviceToHost));
            rank_step(rank, g, next);
            CUDA_CHECK(cudaMemcpy(&change, d_change, sizeof change, cudaMemcpyDeviceToHost));
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
