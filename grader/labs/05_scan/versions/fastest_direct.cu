// EXPECT scan.fastest.compact_once: 32-byte sectors written
//
// Each thread writes its kept elements to out itself: a warp's stores go to many sectors.
#include "lab.h"
#define OWN_WRITE
static __device__ void write_row(int *, int *out, unsigned at, int4 x, int limit)
{
    int *to = out + at;
    for (int y : {x.x, x.y, x.z, x.w})
        if (y > limit)
            *to++ = y; // WRONG
}

static __device__ void write_tile(int *, const int *, unsigned) {}
#include "../grader/labs/05_scan/versions/fastest_look_back.cu"
