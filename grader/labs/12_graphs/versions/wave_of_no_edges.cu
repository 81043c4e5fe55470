// EXPECT graphs.edges.right: was not launched
// FIRST was not launched
//
// No edges, but a launch.
#define search_edges sound_search_edges
#include "../solutions/12_graphs/graphs.cu"
#undef search_edges

extern "C" void search_edges(int *level, const int *from, const int *to, int vertices, int edges,
                             int source)
{
    int *changed = new_flag();
    begin(level, vertices, source);
    for (int depth = 0, go_on = 1; go_on; depth++) {
        clear_flag(changed);
        int blocks = blocks_for(edges);
        wave_of_edges<<<blocks, BLOCK>>>(level, changed, from, to, edges, depth); // WRONG
        go_on = ask_for(changed);
    }
    CUDA_CHECK(cudaFreeAsync(changed, 0));
    CUDA_CHECK(cudaGetLastError());
}
