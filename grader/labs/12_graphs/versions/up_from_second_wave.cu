// EXPECT graphs.switching.edges: sectors loaded
//
// All waves but the first one go up.
#define search_switching sound_search_switching
#include "../solutions/12_graphs/graphs.cu"
#undef search_switching

extern "C" void search_switching(int *level, Neighbours g, int source)
{
    int *reached = new_flag(), blocks = blocks_for(g.vertices);
    begin(level, g.vertices, source);
    for (int depth = 0, wave = 1; wave > 0; depth++) {
        clear_flag(reached);
        if (depth == 0)
            wave_down<<<blocks, BLOCK>>>(level, reached, g, depth);
        else
            wave_up<<<blocks, BLOCK>>>(level, reached, g, depth);
        wave = ask_for(reached);
    }
    CUDA_CHECK(cudaFreeAsync(reached, 0));
    CUDA_CHECK(cudaGetLastError());
}
