// EXPECT graphs.edges.share: busiest thread
//
// One thread looks at all edges.
#define search_edges sound_search_edges
#include "../solutions/12_graphs/graphs.cu"
#undef search_edges

__global__ void wave_of_one(int *level, int *changed, const int *from, const int *to, int edges,
                            int depth)
{
    for (int e = 0; e < edges; e++)
        if (level[from[e]] == depth && level[to[e]] == UNREACHED) {
            level[to[e]] = depth + 1;
            *changed = 1;
        }
}

extern "C" void search_edges(int *level, const int *from, const int *to, int vertices, int edges,
                             int source)
{
    int *changed = new_flag();
    begin(level, vertices, source);
    for (int depth = 0, go_on = edges > 0; go_on; depth++) {
        clear_flag(changed);
        wave_of_one<<<1, 1>>>(level, changed, from, to, edges, depth);
        go_on = ask_for(changed);
    }
    CUDA_CHECK(cudaFreeAsync(changed, 0));
    CUDA_CHECK(cudaGetLastError());
}
