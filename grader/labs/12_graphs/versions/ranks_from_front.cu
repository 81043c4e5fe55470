// EXPECT graphs.doubling.right: places from the front
//
// The rank counts the elements before an element.
#define list_doubling sound_list_doubling
#include "../solutions/12_graphs/graphs.cu"
#undef list_doubling

__global__ void turn(int *rank, int n)
{
    int i = thread_number();
    if (i < n)
        rank[i] = n - 1 - rank[i]; // WRONG
}

extern "C" void list_doubling(int *rank, const int *next, int n, int first)
{
    sound_list_doubling(rank, next, n, first);
    if (n > 0)
        turn<<<blocks_for(n), BLOCK>>>(rank, n);
    CUDA_CHECK(cudaGetLastError());
}
