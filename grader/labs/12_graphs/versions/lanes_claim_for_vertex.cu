// EXPECT graphs.warps.safe: Race reported
//
// The lanes of a warp claim for the vertex: which of two lanes has claimed a neighbour that is there twice?
#define search_warps sound_search_warps
#include "../solutions/12_graphs/graphs.cu"
#undef search_warps

__global__ void wave_for_vertex(Search s, Neighbours g, int count, int depth)
{
    int i = thread_number() / WARP_SIZE, lane = threadIdx.x % WARP_SIZE;
    int v = i < count ? s.queue[depth % 2][i] : 0;
    int begin = i < count ? g.start[v] : 0, end = i < count ? g.start[v + 1] : 0;
    int found = 0;
    for (int e = begin + lane; e < end; e += WARP_SIZE)
        found += claim(s, g.neighbour[e], v); // WRONG
    int place = take_places(s, found);
    for (int e = begin + lane; e < end; e += WARP_SIZE) {
        int w = g.neighbour[e];
        if (look(&s.finder[w]) != v) // WRONG
            continue;
        put(&s.finder[w], DONE);
        s.level[w] = depth + 1; // WRONG
        s.queue[(depth + 1) % 2][place++] = w; // WRONG
    }
}

extern "C" void search_warps(int *level, Neighbours g, int source)
{
    Search s = new_search(level, g.vertices, source);
    for (int depth = 0, count = 1; count > 0; depth++) {
        clear_flag(s.count);
        wave_for_vertex<<<ceil_div(count, WARPS), BLOCK>>>(s, g, count, depth);
        count = ask_for(s.count);
    }
    free_search(s);
}
