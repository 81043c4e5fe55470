// EXPECT full marks
//
// A wave that finds nothing returns at once, and the launch is the last thing that a wave does.
#define wave_nested sound_wave_nested
#define launch_nested_waves sound_launch_nested_waves
#define search_nested sound_search_nested
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef wave_nested
#undef launch_nested_waves
#undef search_nested

__global__ void wave_nested(Search s, int depth)
{
    int count = s.count[depth % 3];
    int i = blockIdx.x * SEARCH_BLOCK + threadIdx.x;
    if (count == 0)
        return;
    for (int at = i; at < count; at += gridDim.x * blockDim.x)
        expand(s, s.queue[depth & 1][at], depth);
    if (i != 0)
        return;
    atomicExch(&s.count[(depth + 2) % 3], 0);
    wave_nested<<<gridDim, blockDim, 0, cudaStreamTailLaunch>>>(s, depth + 1);
}

void launch_nested_waves(Search s)
{
    wave_nested<<<SEARCH_GRID, SEARCH_BLOCK>>>(s, 0);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void search_nested(int *level, const int *row, const int *col, int n, int source)
{
    search(launch_nested_waves, level, row, col, n, source);
}
