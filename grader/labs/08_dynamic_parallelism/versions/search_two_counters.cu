// EXPECT dynamic_parallelism.host.levels: right up to some wave
//
// Two counters instead of three: the next one is cleared while it counts.
#define expand sound_expand
#define wave sound_wave
#define launch_waves sound_launch_waves
#define search_host sound_search_host
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef expand
#undef wave
#undef launch_waves
#undef search_host

__device__ void expand(const Search &s, int v, int depth)
{
    int *next = s.queue[(depth + 1) % 2], *count = &s.count[(depth + 1) % 2];
    for (int e = s.row[v]; e < s.row[v + 1]; e++) {
        int w = s.col[e];
        if (atomicCAS(&s.level[w], UNREACHED, depth + 1) == UNREACHED)
            next[atomicAdd(count, 1)] = w;
    }
}

__global__ void wave(Search s, int count, int depth)
{
    int i = blockIdx.x * SEARCH_BLOCK + threadIdx.x;
    if (i < count)
        expand(s, s.queue[depth % 2][i], depth);
    if (i == 0)
        s.count[(depth + 1) % 2] = 0;
}

void launch_waves(Search s)
{
    int count = 1;
    for (int depth = 0; count > 0; depth++) {
        wave<<<ceil_div(count, SEARCH_BLOCK), SEARCH_BLOCK>>>(s, count, depth);
        CUDA_CHECK(cudaMemcpy(&count, &s.count[(depth + 1) % 2], sizeof count,
                              cudaMemcpyDeviceToHost));
    }
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void search_host(int *level, const int *row, const int *col, int n, int source)
{
    search(launch_waves, level, row, col, n, source);
}
