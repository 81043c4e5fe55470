// EXPECT full marks
//
// The change goes to pinned memory, in a stream of its own; arrays are swapped after each step.
#define rank_converge sound_rank_converge
#include "../solutions/11_sparse/sparse.cu"
#undef rank_converge

extern "C" void rank_converge(double *rank, int *steps, LinkGraph g, double epsilon)
{
    double *a = rank, *b, *d_change, *change;
    CUDA_CHECK(cudaMalloc(&b, (g.pages + 1) * sizeof *b));
    CUDA_CHECK(cudaMallocHost(&change, sizeof *change));
    d_change = b + g.pages;
    fill_ranks<<<ceil_div(g.pages, BLOCK), BLOCK>>>(a, g.pages);
    double *first = b;
    for (*steps = 0;;) {
        rank_step(b, g, a);
        double *t = a;
        a = b;
        b = t;
        if (++*steps % RANK_ROUND)
            continue;
        CUDA_CHECK(cudaMemset(d_change, 0, sizeof *d_change));
        add_changes<<<ceil_div(g.pages, BLOCK), BLOCK>>>(d_change, a, b, g.pages);
        CUDA_CHECK(cudaMemcpyAsync(change, d_change, sizeof *change, cudaMemcpyDeviceToHost));
        CUDA_CHECK(cudaStreamSynchronize(0));
        if (*change <= epsilon)
            break;
    }
    CUDA_CHECK(cudaFree(first));
    CUDA_CHECK(cudaFreeHost(change));
}
