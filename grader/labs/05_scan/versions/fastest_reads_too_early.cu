// EXPECT scan.fastest.scan: n=
//
// The look-back does not wait for a tile whose state is not known yet.
#include "lab.h"
#define OWN_SUM
static __device__ unsigned sum_before(unsigned long long *status, int tile);
#include "../grader/labs/05_scan/versions/fastest_look_back.cu"

static __device__ unsigned sum_before(Word *status, int tile)
{
    unsigned sum = 0;
    for (int last = tile - 1; last >= 0; last -= 32) {
        int mine = last - (int)(threadIdx.x % 32);
        Word w = mine >= 0 ? look(&status[mine]) : (Word)PREFIX << 32;
        unsigned prefixes = __ballot_sync(ALL, w >> 32 == PREFIX);
        int nearest = prefixes ? __ffs(prefixes) - 1 : 31;
        sum += __reduce_add_sync(ALL, threadIdx.x % 32 <= nearest ? (unsigned)w : 0);
        if (prefixes)
            break;
    }
    return sum;
}
