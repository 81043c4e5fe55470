// EXPECT graphs.vertices.right: want 
//
// The loop over the neighbours ends one too early.
#define search_vertices sound_search_vertices
#include "../solutions/12_graphs/graphs.cu"
#undef search_vertices

__global__ void wave_without_last(int *level, int *changed, Neighbours g, int depth)
{
    int v = thread_number();
    if (v >= g.vertices || look(&level[v]) != depth)
        return;
    for (int e = g.start[v]; e < g.start[v + 1] - 1; e++) {
        int w = g.neighbour[e];
        if (look(&level[w]) == UNREACHED) {
            put(&level[w], depth + 1);
            put(changed, 1);
        }
    }
}

extern "C" void search_vertices(int *level, Neighbours g, int source)
{
    int *changed = new_flag();
    begin(level, g.vertices, source);
    for (int depth = 0, go_on = 1; go_on; depth++) {
        clear_flag(changed);
        wave_without_last<<<blocks_for(g.vertices), BLOCK>>>(level, changed, g, depth);
        go_on = ask_for(changed);
    }
    CUDA_CHECK(cudaFreeAsync(changed, 0));
    CUDA_CHECK(cudaGetLastError());
}
