// EXPECT full marks
//
// Half a warp per vertex.
#define search_warps sound_search_warps
#include "../solutions/12_graphs/graphs.cu"
#undef search_warps

__global__ void wave_of_halves(Search s, Neighbours g, int count, int depth)
{
    enum { LANES = 16 };
    int i = thread_number() / LANES, lane = threadIdx.x % LANES, found = 0;
    int v = i < count ? s.queue[depth % 2][i] : 0;
    int begin = i < count ? g.start[v] : 0, end = i < count ? g.start[v + 1] : 0;
    for (int e = begin + lane; e < end; e += LANES)
        found += claim(s, g.neighbour[e], e);
    int place = take_places(s, found);
    for (int e = begin + lane; e < end; e += LANES) {
        int w = g.neighbour[e];
        if (look(&s.finder[w]) != e)
            continue;
        put(&s.finder[w], DONE);
        s.level[w] = depth + 1;
        s.queue[(depth + 1) % 2][place++] = w;
    }
}

extern "C" void search_warps(int *level, Neighbours g, int source)
{
    Search s = new_search(level, g.vertices, source);
    for (int depth = 0, count = 1; count > 0; depth++) {
        clear_flag(s.count);
        wave_of_halves<<<ceil_div(count, BLOCK / 16), BLOCK>>>(s, g, count, depth);
        count = ask_for(s.count);
    }
    free_search(s);
}
