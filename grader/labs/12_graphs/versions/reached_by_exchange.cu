// EXPECT full marks
//
// The exchange tells who has reached a vertex first.
#define wave_down sound_wave_down
#define search_switching sound_search_switching
#include "../solutions/12_graphs/graphs.cu"
#undef wave_down
#undef search_switching

__global__ void wave_down(int *level, int *reached, Neighbours g, int depth)
{
    int v = thread_number(), mine = 0;
    if (v < g.vertices && look(&level[v]) == depth)
        for (int e = g.start[v]; e < g.start[v + 1]; e++) {
            int *other = &level[g.neighbour[e]];
            if (look(other) == UNREACHED)
                mine += atomicExch(other, depth + 1) == UNREACHED;
        }
    count_reached(reached, mine);
}

extern "C" void search_switching(int *level, Neighbours g, int source)
{
    int *reached = new_flag(), blocks = blocks_for(g.vertices);
    begin(level, g.vertices, source);
    for (int depth = 0, wave = 1; wave > 0; depth++) {
        clear_flag(reached);
        if ((long long)wave * SHARE < g.vertices)
            wave_down<<<blocks, BLOCK>>>(level, reached, g, depth);
        else
            wave_up<<<blocks, BLOCK>>>(level, reached, g, depth);
        wave = ask_for(reached);
    }
    CUDA_CHECK(cudaFreeAsync(reached, 0));
    CUDA_CHECK(cudaGetLastError());
}
