// EXPECT full marks
//
// The flag says whether a wave after the first one of the round has changed anything.
#define search_rounds sound_search_rounds
#include "../solutions/12_graphs/graphs.cu"
#undef search_rounds

extern "C" void search_rounds(int *level, Neighbours g, int source)
{
    int *changed = new_flag();
    begin(level, g.vertices, source);
    for (int depth = 0, go_on = 1; go_on; depth += GRAPH_ROUND) {
        for (int k = 0; k < GRAPH_ROUND; k++) {
            if (k == 1)
                clear_flag(changed); // the last wave of the round decides
            wave_of_vertices<<<blocks_for(g.vertices), BLOCK>>>(level, changed, g, depth + k);
        }
        go_on = ask_for(changed);
    }
    CUDA_CHECK(cudaFreeAsync(changed, 0));
    CUDA_CHECK(cudaGetLastError());
}
