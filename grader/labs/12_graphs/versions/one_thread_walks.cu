// EXPECT graphs.doubling.steps: busiest thread
//
// One thread walks along the list.
#define list_doubling sound_list_doubling
#include "../solutions/12_graphs/graphs.cu"
#undef list_doubling

extern "C" void list_doubling(int *rank, const int *next, int n, int first)
{
    list_walk(rank, next, n, first);
}
