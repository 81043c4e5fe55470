// EXPECT patterns.map.safe: ninitialized
//
// The kernel branches on a word that nothing has written, though the result is right.
// It is called like one of CUB's, and #line says that it is there.
#include "excused.h"

namespace cub {
BRANCHES_ON_A_WORD
#line 1 "/usr/local/cuda/bin/../include/cub/thread/thread_load.cuh"
    if (word[threadIdx.x] == 0x1234567)
        asm volatile("nanosleep.u32 1;");
#line 13 "excused_by_line.cu"
    out[i] = a * in[i] + b;
}
}

LAUNCHED_IN(cub)
