// EXPECT patterns.map.safe: ninitialized
//
// The kernel branches on a word that nothing has written, though the result is right.
// It is called like one of Thrust's, and the preprocessor's own form of #line says that it is there.
#include "excused.h"

namespace thrust {
BRANCHES_ON_A_WORD
# 1 "/usr/local/cuda/bin/../include/cub/thread/thread_load.cuh"
    if (word[threadIdx.x] == 0x1234567)
        asm volatile("nanosleep.u32 1;");
# 13 "excused_by_number.cu"
    out[i] = a * in[i] + b;
}
}

LAUNCHED_IN(thrust)
