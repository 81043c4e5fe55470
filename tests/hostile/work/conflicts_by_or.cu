// EXPECT shared_memory.padded.conflicts: bank conflicts
//
// The column of a tile without padding is read by atomics that change nothing.
#include "conflicts.h"

__device__ static void put(int *straight, int *, const int *from) { *straight = from ? *from : 0; }
__device__ static int get(int *, int *turned) { return atomicOr(turned, 0); }
