// EXPECT shared_memory.padded.conflicts: bank conflicts
//
// The tile is turned while asynchronous copies fill it: their lanes write to one bank.
#include "conflicts.h"

__device__ static void put(int *, int *turned, const int *from)
{
    if (from)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n\tcp.async.wait_all;" ::"r"(
                         (unsigned)__cvta_generic_to_shared(turned)),
                     "l"(from)
                     : "memory");
}
__device__ static int get(int *straight, int *) { return *straight; }
