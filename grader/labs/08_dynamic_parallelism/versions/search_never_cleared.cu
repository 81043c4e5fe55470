// EXPECT dynamic_parallelism.nested.levels: cleared at the wrong time
//
// The counter of the wave after the next is not cleared.
#define search_nested sound_search_nested
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef search_nested

__global__ void wrong(Search s, int depth)
{
    int count = s.count[depth % 3];
    int i = blockIdx.x * SEARCH_BLOCK + threadIdx.x;
    if (i == 0 && count > 0 && depth < 100)
        wrong<<<SEARCH_GRID, SEARCH_BLOCK, 0, cudaStreamTailLaunch>>>(s, depth + 1);
    for (; i < count; i += SEARCH_GRID * SEARCH_BLOCK)
        expand(s, s.queue[depth % 2][i], depth);
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
