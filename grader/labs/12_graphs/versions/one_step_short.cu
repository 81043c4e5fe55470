// EXPECT graphs.doubling.right: more steps of doubling
//
// The loop ends a step too early: half of the elements know an element before the end.
#define list_doubling sound_list_doubling
#include "../solutions/12_graphs/graphs.cu"
#undef list_doubling

extern "C" void list_doubling(int *rank, const int *next, int n, int first)
{
    int *spare, *far[2];
    if (n == 0)
        return;
    size_t bytes = n * sizeof *spare;
    CUDA_CHECK(cudaMallocAsync(&spare, 3 * bytes, 0));
    far[0] = spare + n;
    far[1] = far[0] + n;
    begin_ranks<<<blocks_for(n), BLOCK>>>(rank, far[0], next, n);
    int *from = rank, *to = spare;
    for (int distance = 1, step = 0; 2 * distance < n; distance *= 2, step++) {
        double_ranks<<<blocks_for(n), BLOCK>>>(to, far[1 - step % 2], from, far[step % 2], n);
        int *old = from;
        from = to;
        to = old;
    }
    if (from != rank)
        CUDA_CHECK(cudaMemcpyAsync(rank, from, bytes, cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaFreeAsync(spare, 0));
    CUDA_CHECK(cudaGetLastError());
}
