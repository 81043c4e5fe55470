// EXPECT dynamic_parallelism.nested.launches: child grids
//
// A kernel of one thread reads the number, launches the wave, and then launches itself again.
#define search_nested sound_search_nested
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef search_nested

__global__ void expand_all(Search s, int count, int depth)
{
    int i = blockIdx.x * SEARCH_BLOCK + threadIdx.x;
    if (i < count)
        expand(s, s.queue[depth % 2][i], depth);
}

__global__ void wrong(Search s, int depth)
{
    if (blockIdx.x || threadIdx.x)
        return;
    int count = s.count[depth % 3];
    s.count[(depth + 2) % 3] = 0;
    if (count == 0)
        return;
    expand_all<<<ceil_div(count, SEARCH_BLOCK), SEARCH_BLOCK>>>(s, count, depth);
    wrong<<<1, 1, 0, cudaStreamTailLaunch>>>(s, depth + 1);
}

static void launch_wrong(Search s)
{
    wrong<<<SEARCH_GRID, SEARCH_BLOCK>>>(s, 0);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void search_nested(int *level, const int *row, const int *col, int n, int source)
{
    search(launch_wrong, level, row, col, n, source);
}
