// EXPECT dynamic_parallelism.host.queue: busiest thread
//
// One thread takes all vertices of the queue.
#define search_host sound_search_host
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef search_host

__global__ void wave_of_one(Search s, int count, int depth)
{
    for (int i = 0; i < count; i++)
        expand(s, s.queue[depth % 2][i], depth);
    s.count[(depth + 2) % 3] = 0;
}

static void launch_one(Search s)
{
    int count = 1;
    for (int depth = 0; count > 0; depth++) {
        wave_of_one<<<1, 1>>>(s, count, depth);
        CUDA_CHECK(cudaMemcpy(&count, &s.count[(depth + 1) % 3], sizeof count,
                              cudaMemcpyDeviceToHost));
    }
}

extern "C" void search_host(int *level, const int *row, const int *col, int n, int source)
{
    search(launch_one, level, row, col, n, source);
}
