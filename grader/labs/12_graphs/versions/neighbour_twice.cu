// EXPECT graphs.queue.right: want 
//
// A vertex that occurs twice among the neighbours is put into the queue twice.
#define search_queue sound_search_queue
#include "../solutions/12_graphs/graphs.cu"
#undef search_queue

__global__ void wave_twice(Search s, Neighbours g, int count, int depth)
{
    int i = thread_number();
    int v = i < count ? s.queue[depth % 2][i] : 0;
    int begin = i < count ? g.start[v] : 0, end = i < count ? g.start[v + 1] : 0;
    int found = 0;
    for (int e = begin; e < end; e++)
        found += claim(s, g.neighbour[e], v);
    int place = take_places(s, found);
    for (int e = begin; e < end; e++) {
        int w = g.neighbour[e];
        if (look(&s.finder[w]) != v)
            continue;
        s.level[w] = depth + 1;
        s.queue[(depth + 1) % 2][place++] = w; // WRONG
    }
}

extern "C" void search_queue(int *level, Neighbours g, int source)
{
    Search s = new_search(level, g.vertices, source);
    for (int depth = 0, count = 1; count > 0; depth++) {
        clear_flag(s.count);
        wave_twice<<<blocks_for(count), BLOCK>>>(s, g, count, depth);
        count = ask_for(s.count);
    }
    free_search(s);
}
