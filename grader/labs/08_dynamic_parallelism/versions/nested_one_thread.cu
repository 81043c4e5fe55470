// EXPECT dynamic_parallelism.nested.launches: busiest thread
//
// A wave has one thread, which takes all vertices of the queue.
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
    s.count[(depth + 2) % 3] = 0;
    if (count > 0)
        wave_nested<<<1, 1, 0, cudaStreamTailLaunch>>>(s, depth + 1);
    for (int i = 0; i < count; i++)
        expand(s, s.queue[depth % 2][i], depth);
}

void launch_nested_waves(Search s)
{
    wave_nested<<<1, 1>>>(s, 0);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void search_nested(int *level, const int *row, const int *col, int n, int source)
{
    search(launch_nested_waves, level, row, col, n, source);
}
