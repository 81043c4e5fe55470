// EXPECT graphs.vertices.edges: sectors loaded
//
// All vertices that are reached go through their neighbours in every wave.
#define search_vertices sound_search_vertices
#include "../solutions/12_graphs/graphs.cu"
#undef search_vertices

__global__ void wave_of_all(int *level, int *changed, Neighbours g, int depth)
{
    int v = thread_number();
    if (v >= g.vertices)
        return;
    int mine = look(&level[v]);
    if (mine == UNREACHED || mine > depth)
        return;
    for (int e = g.start[v]; e < g.start[v + 1]; e++)
        if (look(&level[g.neighbour[e]]) == UNREACHED) {
            put(&level[g.neighbour[e]], depth + 1);
            put(changed, 1);
        }
}

extern "C" void search_vertices(int *level, Neighbours g, int source)
{
    int *changed = new_flag();
    begin(level, g.vertices, source);
    for (int depth = 0, go_on = 1; go_on; depth++) {
        clear_flag(changed);
        wave_of_all<<<blocks_for(g.vertices), BLOCK>>>(level, changed, g, depth);
        go_on = ask_for(changed);
    }
    CUDA_CHECK(cudaFreeAsync(changed, 0));
    CUDA_CHECK(cudaGetLastError());
}
