// EXPECT graphs.warps.fair: busiest thread
//
// Part 6 is part 5 again.
#define search_warps sound_search_warps
#include "../solutions/12_graphs/graphs.cu"
#undef search_warps

extern "C" void search_warps(int *level, Neighbours g, int source)
{
    Search s = new_search(level, g.vertices, source);
    for (int depth = 0, count = 1; count > 0; depth++) {
        clear_flag(s.count);
        wave_of_queue<<<blocks_for(count), BLOCK>>>(s, g, count, depth);
        count = ask_for(s.count);
    }
    free_search(s);
}
