// EXPECT graphs.splitters.work: sectors loaded per element
//
// Part 2 is part 1 again.
#define list_splitters sound_list_splitters
#include "../solutions/12_graphs/graphs.cu"
#undef list_splitters

extern "C" void list_splitters(int *rank, const int *next, int n, int first)
{
    list_doubling(rank, next, n, first);
}
