// EXPECT graphs.queue.right: Barrier error detected
// FIRST Barrier error detected
//
// Threads without a vertex leave before the barriers of the scan.
#define wave_of_queue sound_wave_of_queue
#define search_queue sound_search_queue
#include "../solutions/12_graphs/graphs.cu"
#undef wave_of_queue
#undef search_queue

__global__ void wave_of_queue(Search s, Neighbours g, int count, int depth)
{
    int i = thread_number();
    int v = i < count ? s.queue[depth % 2][i] : 0;
    int begin = i < count ? g.start[v] : 0, end = i < count ? g.start[v + 1] : 0;
    if (i >= count)
        return;
    int found = 0;
    for (int e = begin; e < end; e++)
        found += claim(s, g.neighbour[e], v);
    int place = take_places(s, found);
    for (int e = begin; e < end; e++) {
        int w = g.neighbour[e];
        if (look(&s.finder[w]) != v)
            continue;
        put(&s.finder[w], DONE);
        s.level[w] = depth + 1;
        s.queue[(depth + 1) % 2][place++] = w;
    }
}

extern "C" void search_queue(int *level, Neighbours g, int source)
{
    Search s = new_search(level, g.vertices, source);
    for (int depth = 0, count = 1; count > 0; depth++) {
        clear_flag(s.count);
        wave_of_queue<<<blocks_for(count), BLOCK>>>(s, g, count, depth);
        count = ask_for(s.count);
    }
    free_search(s);
}
