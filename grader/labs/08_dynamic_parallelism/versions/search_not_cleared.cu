// EXPECT dynamic_parallelism.host.levels: is there a loop or a recursion in host code that does not en
//
// No counter is cleared.
#define wave sound_wave
#define launch_waves sound_launch_waves
#define search_host sound_search_host
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef wave
#undef launch_waves
#undef search_host

__global__ void wave(Search s, int count, int depth)
{
    int i = blockIdx.x * SEARCH_BLOCK + threadIdx.x;
    if (i < count)
        expand(s, s.queue[depth % 2][i], depth);
    
}

void launch_waves(Search s)
{
    int count = 1;
    for (int depth = 0; count > 0; depth++) {
        wave<<<ceil_div(count, SEARCH_BLOCK), SEARCH_BLOCK>>>(s, count, depth);
        CUDA_CHECK(cudaMemcpy(&count, &s.count[(depth + 1) % 3], sizeof count,
                              cudaMemcpyDeviceToHost));
    }
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void search_host(int *level, const int *row, const int *col, int n, int source)
{
    search(launch_waves, level, row, col, n, source);
}
