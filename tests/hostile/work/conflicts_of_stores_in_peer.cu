// EXPECT shared_memory.padded.conflicts: bank conflicts
//
// A tile without padding is in the memory of the other block of the cluster, and turned by stores.
#define IN_PEER
#include "conflicts.h"

__device__ static void put(int *, int *turned, const int *from) { *turned = from ? *from : 0; }
__device__ static int get(int *straight, int *) { return *straight; }
