// EXPECT graphs.edges.right: want 
//
// The wave does not ask for its own level: vertices that are reached in the same wave go on.
#define search_edges sound_search_edges
#include "../solutions/12_graphs/graphs.cu"
#undef search_edges

__global__ void wave_of_reached(int *level, int *changed, const int *from, const int *to, int edges,
                                int depth)
{
    int e = thread_number();
    if (e < edges && look(&level[from[e]]) != UNREACHED && look(&level[to[e]]) == UNREACHED) {
        put(&level[to[e]], look(&level[from[e]]) + 1);
        put(changed, 1);
    }
}

extern "C" void search_edges(int *level, const int *from, const int *to, int vertices, int edges,
                             int source)
{
    int *changed = new_flag();
    begin(level, vertices, source);
    for (int depth = 0, go_on = edges > 0; go_on; depth++) {
        clear_flag(changed);
        wave_of_reached<<<blocks_for(edges), BLOCK>>>(level, changed, from, to, edges, depth);
        go_on = ask_for(changed);
    }
    CUDA_CHECK(cudaFreeAsync(changed, 0));
    CUDA_CHECK(cudaGetLastError());
}
