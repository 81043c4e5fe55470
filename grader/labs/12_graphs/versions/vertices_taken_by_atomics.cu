// EXPECT full marks
//
// Vertices are reached by atomicCAS, and the flag is set by atomicExch.
#define wave_of_edges sound_wave_of_edges
#define search_edges sound_search_edges
#include "../solutions/12_graphs/graphs.cu"
#undef wave_of_edges
#undef search_edges

__global__ void wave_of_edges(int *level, int *changed, const int *from, const int *to, int edges,
                              int depth)
{
    int e = thread_number();
    if (e >= edges || look(&level[from[e]]) != depth)
        return;
    if (atomicCAS(&level[to[e]], UNREACHED, depth + 1) == UNREACHED)
        atomicExch(changed, 1);
}

extern "C" void search_edges(int *level, const int *from, const int *to, int vertices, int edges,
                             int source)
{
    int *changed = new_flag();
    begin(level, vertices, source);
    for (int depth = 0, go_on = edges > 0; go_on; depth++) {
        clear_flag(changed);
        wave_of_edges<<<blocks_for(edges), BLOCK>>>(level, changed, from, to, edges, depth);
        go_on = ask_for(changed);
    }
    CUDA_CHECK(cudaFreeAsync(changed, 0));
    CUDA_CHECK(cudaGetLastError());
}
