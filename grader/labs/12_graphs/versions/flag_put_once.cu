// EXPECT full marks
//
// A thread puts the flag once, after its edges.
#define wave_of_vertices sound_wave_of_vertices
#define search_vertices sound_search_vertices
#define search_rounds sound_search_rounds
#include "../solutions/12_graphs/graphs.cu"
#undef wave_of_vertices
#undef search_vertices
#undef search_rounds

__global__ void wave_of_vertices(int *level, int *changed, Neighbours g, int depth)
{
    int v = thread_number();
    if (v >= g.vertices || look(&level[v]) != depth)
        return;
    bool any = false;
    for (int e = g.start[v]; e < g.start[v + 1]; e++) {
        int w = g.neighbour[e];
        if (look(&level[w]) == UNREACHED) {
            put(&level[w], depth + 1);
            any = true;
        }
    }
    if (any)
        put(changed, 1);
}

extern "C" void search_vertices(int *level, Neighbours g, int source)
{
    int *changed = new_flag();
    begin(level, g.vertices, source);
    for (int depth = 0, go_on = 1; go_on; depth++) {
        clear_flag(changed);
        wave_of_vertices<<<blocks_for(g.vertices), BLOCK>>>(level, changed, g, depth);
        go_on = ask_for(changed);
    }
    CUDA_CHECK(cudaFreeAsync(changed, 0));
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void search_rounds(int *level, Neighbours g, int source)
{
    int *changed = new_flag();
    begin(level, g.vertices, source);
    for (int depth = 0, go_on = 1; go_on; depth += GRAPH_ROUND) {
        for (int k = 0; k < GRAPH_ROUND; k++) {
            if (k == GRAPH_ROUND - 1)
                clear_flag(changed); // the last wave of the round decides
            wave_of_vertices<<<blocks_for(g.vertices), BLOCK>>>(level, changed, g, depth + k);
        }
        go_on = ask_for(changed);
    }
    CUDA_CHECK(cudaFreeAsync(changed, 0));
    CUDA_CHECK(cudaGetLastError());
}
