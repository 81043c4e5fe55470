// EXPECT dynamic_parallelism.host.safe: Race reported between
//
// Two threads see the same neighbour unreached, and both put it into the queue.
#define search_host sound_search_host
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef search_host

__global__ void wrong(Search s, int count, int depth)
{
    int i = blockIdx.x * SEARCH_BLOCK + threadIdx.x;
    int *next = s.queue[(depth + 1) % 2];
    if (i < count) {
        int v = s.queue[depth % 2][i];
        for (int e = s.row[v]; e < s.row[v + 1]; e++)
            if (s.level[s.col[e]] == UNREACHED) {
                s.level[s.col[e]] = depth + 1;
                next[atomicAdd(&s.count[(depth + 1) % 3], 1)] = s.col[e];
            }
    }
    if (i == 0)
        s.count[(depth + 2) % 3] = 0;
}

static void launch_wrong(Search s)
{
    int count = 1;
    for (int depth = 0; count > 0; depth++) {
        wrong<<<ceil_div(count, SEARCH_BLOCK), SEARCH_BLOCK>>>(s, count, depth);
        CUDA_CHECK(cudaMemcpy(&count, &s.count[(depth + 1) % 3], sizeof count,
                              cudaMemcpyDeviceToHost));
    }
}

extern "C" void search_host(int *level, const int *row, const int *col, int n, int source)
{
    search(launch_wrong, level, row, col, n, source);
}
