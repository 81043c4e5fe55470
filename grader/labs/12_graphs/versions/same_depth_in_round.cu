// EXPECT graphs.rounds.right: want 
//
// All waves of a round have the same depth.
#define search_rounds sound_search_rounds
#include "../solutions/12_graphs/graphs.cu"
#undef search_rounds

extern "C" void search_rounds(int *level, Neighbours g, int source)
{
    int *changed = new_flag();
    begin(level, g.vertices, source);
    for (int depth = 0, go_on = 1; go_on; depth++) {
        clear_flag(changed);
        for (int k = 0; k < GRAPH_ROUND; k++)
            wave_of_vertices<<<blocks_for(g.vertices), BLOCK>>>(level, changed, g, depth);
        go_on = ask_for(changed) && depth < g.vertices / GRAPH_ROUND;
    }
    CUDA_CHECK(cudaFreeAsync(changed, 0));
    CUDA_CHECK(cudaGetLastError());
}
