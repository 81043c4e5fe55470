// EXPECT dynamic_parallelism.host.queue: threads of all waves
//
// No queue: every wave checks every vertex.
#define search_host sound_search_host
#include "../solutions/08_dynamic_parallelism/dynamic_parallelism.cu"
#undef search_host

__global__ void wrong(Search s, int n, int depth)
{
    int v = blockIdx.x * 256 + threadIdx.x;
    if (v == 0)
        s.count[(depth + 2) % 3] = 0;
    if (v < n && atomicAdd(&s.level[v], 0) == depth)
        expand(s, v, depth);
}

static int vertices;

static void launch_wrong(Search s)
{
    int count = 1;
    for (int depth = 0; count > 0; depth++) {
        wrong<<<ceil_div(vertices, 256), 256>>>(s, vertices, depth);
        CUDA_CHECK(cudaMemcpy(&count, &s.count[(depth + 1) % 3], sizeof count,
                              cudaMemcpyDeviceToHost));
    }
}

extern "C" void search_host(int *level, const int *row, const int *col, int n, int source)
{
    vertices = n;
    search(launch_wrong, level, row, col, n, source);
}
