// EXPECT graphs.rounds.looks: microseconds of copies
//
// The host asks after every wave.
#define search_rounds sound_search_rounds
#include "../solutions/12_graphs/graphs.cu"
#undef search_rounds

extern "C" void search_rounds(int *level, Neighbours g, int source)
{
    search_vertices(level, g, source);
}
