// EXPECT graphs.edges.safe: Race
//
// Levels are loaded and stored as ordinary words while other threads do the same.
#define search_edges sound_search_edges
#include "../solutions/12_graphs/graphs.cu"
#undef search_edges

__global__ void wave_of_plain(int *level, int *changed, const int *from, const int *to, int edges,
                              int depth)
{
    int e = thread_number();
    if (e < edges && level[from[e]] == depth && level[to[e]] == UNREACHED) { // WRONG
        level[to[e]] = depth + 1; // WRONG
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
        wave_of_plain<<<blocks_for(edges), BLOCK>>>(level, changed, from, to, edges, depth);
        go_on = ask_for(changed);
    }
    CUDA_CHECK(cudaFreeAsync(changed, 0));
    CUDA_CHECK(cudaGetLastError());
}
