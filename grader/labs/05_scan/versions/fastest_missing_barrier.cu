// EXPECT scan.fastest.compact: n=
// FIRST Race reported
//
// No barrier between the kept elements that the warps write to shared memory, and their use.
#include "lab.h"
#define OWN_WRITE
static __device__ void write_row(int *kept, int *, unsigned at, int4 x, int limit)
{
    for (int y : {x.x, x.y, x.z, x.w})
        if (y > limit)
            kept[at++] = y; // WRONG
}

static __device__ void write_tile(int *out, const int *kept, unsigned total)
{
    for (unsigned i = threadIdx.x; i < total; i += 512)
        out[i] = kept[i]; // WRONG
}
#include "../grader/labs/05_scan/versions/fastest_look_back.cu"
