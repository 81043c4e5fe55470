// EXPECT graphs.doubling.right: Race
//
// One pair of arrays: an element may read what another one has already doubled.
#define list_doubling sound_list_doubling
#include "../solutions/12_graphs/graphs.cu"
#undef list_doubling

__global__ void double_in_place(int *rank, int *far, int n)
{
    int i = thread_number();
    if (i >= n)
        return;
    int j = far[i];
    rank[i] += rank[j]; // WRONG
    far[i] = far[j]; // WRONG
}

extern "C" void list_doubling(int *rank, const int *next, int n, int first)
{
    int *spare, *far;
    if (n == 0)
        return;
    size_t bytes = n * sizeof *spare;
    CUDA_CHECK(cudaMallocAsync(&spare, 3 * bytes, 0));
    far = spare + n;
    begin_ranks<<<blocks_for(n), BLOCK>>>(rank, far, next, n);
    for (int distance = 1; distance < n; distance *= 2)
        double_in_place<<<blocks_for(n), BLOCK>>>(rank, far, n);
    CUDA_CHECK(cudaFreeAsync(spare, 0));
    CUDA_CHECK(cudaGetLastError());
}
