// EXPECT graphs.vertices.right: launches kernels without end
// FIRST launches kernels without end
//
// The vertex itself gets the next level, so it is in the next wave, too.
#define wave_of_vertices sound_wave_of_vertices
#define search_vertices sound_search_vertices
#include "../solutions/12_graphs/graphs.cu"
#undef wave_of_vertices
#undef search_vertices

__global__ void wave_of_vertices(int *level, int *changed, Neighbours g, int depth)
{
    int v = thread_number();
    if (v >= g.vertices || look(&level[v]) != depth)
        return;
    for (int e = g.start[v]; e < g.start[v + 1]; e++) {
        int w = g.neighbour[e];
        if (look(&level[w]) == UNREACHED) {
            put(&level[v], depth + 1);
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
        wave_of_vertices<<<blocks_for(g.vertices), BLOCK>>>(level, changed, g, depth);
        go_on = ask_for(changed);
    }
    CUDA_CHECK(cudaFreeAsync(changed, 0));
    CUDA_CHECK(cudaGetLastError());
}
