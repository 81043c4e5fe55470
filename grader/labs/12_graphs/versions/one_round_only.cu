// EXPECT graphs.rounds.right: right up to some wave
//
// After one round the host believes that the search has ended.
#define search_rounds sound_search_rounds
#include "../solutions/12_graphs/graphs.cu"
#undef search_rounds

extern "C" void search_rounds(int *level, Neighbours g, int source)
{
    int *changed = new_flag();
    begin(level, g.vertices, source);
    clear_flag(changed);
    for (int k = 0; k < GRAPH_ROUND; k++)
        wave_of_vertices<<<blocks_for(g.vertices), BLOCK>>>(level, changed, g, k);
    ask_for(changed);
    CUDA_CHECK(cudaFreeAsync(changed, 0));
    CUDA_CHECK(cudaGetLastError());
}
