// EXPECT graphs.edges.right: the second line calls this function
// FIRST every wrong element is 0
//
// The vertices that are reached get the level of the wave.
#define wave_of_edges sound_wave_of_edges
#define search_edges sound_search_edges
#include "../solutions/12_graphs/graphs.cu"
#undef wave_of_edges
#undef search_edges

__global__ void wave_of_edges(int *level, int *changed, const int *from, const int *to, int edges,
                              int depth)
{
    int e = thread_number();
    if (e < edges && look(&level[from[e]]) == depth && look(&level[to[e]]) == UNREACHED) {
        put(&level[to[e]], depth); // WRONG
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
        wave_of_edges<<<blocks_for(edges), BLOCK>>>(level, changed, from, to, edges, depth);
        go_on = ask_for(changed);
    }
    CUDA_CHECK(cudaFreeAsync(changed, 0));
    CUDA_CHECK(cudaGetLastError());
}
