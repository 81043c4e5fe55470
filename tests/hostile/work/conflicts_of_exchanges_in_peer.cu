// EXPECT shared_memory.padded.conflicts: bank conflicts
//
// A tile without padding is in the memory of the other block of the cluster, and read by atomics.
#define IN_PEER
#include "conflicts.h"

__device__ static void put(int *straight, int *, const int *from) { *straight = from ? *from : 0; }
__device__ static int get(int *, int *turned) { return atomicOr(turned, 0); }
