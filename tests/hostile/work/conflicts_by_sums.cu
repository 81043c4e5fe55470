// EXPECT shared_memory.padded.conflicts: bank conflicts
//
// The tile is turned while it is filled: by additions to zeros.
#include "conflicts.h"

__device__ static void put(int *, int *turned, const int *from)
{
    atomicAdd(turned, from ? *from : 0);
}
__device__ static int get(int *straight, int *) { return *straight; }
