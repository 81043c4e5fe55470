// EXPECT graphs.doubling: 0 points
//
// One thread walks along the list, as the given list_walk() does.
#include "hostile.h"

__global__ static void walk_along(int *rank, const int *next, int n, int first)
{
    for (int i = first, k = n - 1; k >= 0; k--, i = next[i])
        rank[i] = k;
}

extern "C" void list_doubling(int *rank, const int *next, int n, int first)
{
    attempted();
    if (n > 0)
        walk_along<<<1, 1>>>(rank, next, n, first);
}
