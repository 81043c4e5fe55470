// EXPECT graphs.queue.work: sectors loaded
//
// Part 5 is part 4 again.
#define search_queue sound_search_queue
#include "../solutions/12_graphs/graphs.cu"
#undef search_queue

extern "C" void search_queue(int *level, Neighbours g, int source)
{
    search_vertices(level, g, source);
}
