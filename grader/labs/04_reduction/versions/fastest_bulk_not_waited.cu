// EXPECT reduction.fastest.right: int n=
// FIRST the copy
//
// Nobody waits for the tile: the block reads what was in the stage before.
#include <stdint.h>
#define OWN_WAIT
static __device__ void wait_for(uint64_t *, unsigned) { __syncthreads(); }
#include "../grader/labs/04_reduction/versions/fastest_bulk.cu"
