// EXPECT graphs.queue.scan: atomics
//
// Every found vertex takes its place with an atomic of its own.
#define search_queue sound_search_queue
#include "../solutions/12_graphs/graphs.cu"
#undef search_queue

__global__ void wave_of_tickets(Search s, Neighbours g, int count, int depth)
{
    int i = thread_number();
    if (i >= count)
        return;
    int v = s.queue[depth % 2][i];
    for (int e = g.start[v]; e < g.start[v + 1]; e++) {
        int w = g.neighbour[e];
        if (!claim(s, w, v))
            continue;
        s.level[w] = depth + 1;
        s.queue[(depth + 1) % 2][atomicAdd(s.count, 1)] = w;
    }
}

extern "C" void search_queue(int *level, Neighbours g, int source)
{
    Search s = new_search(level, g.vertices, source);
    for (int depth = 0, count = 1; count > 0; depth++) {
        clear_flag(s.count);
        wave_of_tickets<<<blocks_for(count), BLOCK>>>(s, g, count, depth);
        count = ask_for(s.count);
    }
    free_search(s);
}
