// EXPECT full marks
//
// Doubling with one array of pairs: a load brings both.
#define list_doubling sound_list_doubling
#include "../solutions/12_graphs/graphs.cu"
#undef list_doubling

__global__ void begin_pairs(int2 *pair, const int *next, int n)
{
    int i = thread_number();
    if (i < n)
        pair[i] = make_int2(next[i], next[i] != i);
}

__global__ void double_pairs(int2 *to, const int2 *from, int n)
{
    int i = thread_number();
    if (i >= n)
        return;
    int2 mine = from[i], other = from[mine.x];
    to[i] = make_int2(other.x, mine.y + other.y);
}

__global__ void take_ranks(int *rank, const int2 *pair, int n)
{
    int i = thread_number();
    if (i < n)
        rank[i] = pair[i].y;
}

extern "C" void list_doubling(int *rank, const int *next, int n, int first)
{
    int2 *pair;
    if (n == 0)
        return;
    CUDA_CHECK(cudaMallocAsync(&pair, 2 * (size_t)n * sizeof *pair, 0));
    begin_pairs<<<blocks_for(n), BLOCK>>>(pair, next, n);
    int2 *from = pair, *to = pair + n;
    for (long long distance = 1; distance < n; distance *= 2) {
        double_pairs<<<blocks_for(n), BLOCK>>>(to, from, n);
        int2 *old = from;
        from = to;
        to = old;
    }
    take_ranks<<<blocks_for(n), BLOCK>>>(rank, from, n);
    CUDA_CHECK(cudaFreeAsync(pair, 0));
    CUDA_CHECK(cudaGetLastError());
}
