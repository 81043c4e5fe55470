// EXPECT graphs.switching.right: want 
//
// Up: any neighbour with a level will do, also one that this wave has just reached.
#define search_switching sound_search_switching
#include "../solutions/12_graphs/graphs.cu"
#undef search_switching

__global__ void wave_up_any(int *level, int *reached, Neighbours g, int depth)
{
    int v = thread_number();
    bool found = false;
    if (v < g.vertices && look(&level[v]) == UNREACHED)
        for (int e = g.start[v]; e < g.start[v + 1] && !found; e++)
            found = look(&level[g.neighbour[e]]) != UNREACHED;
    if (found)
        put(&level[v], depth + 1);
    count_reached(reached, found);
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
            wave_up_any<<<blocks, BLOCK>>>(level, reached, g, depth);
        wave = ask_for(reached);
    }
    CUDA_CHECK(cudaFreeAsync(reached, 0));
    CUDA_CHECK(cudaGetLastError());
}
