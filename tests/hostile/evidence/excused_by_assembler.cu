// EXPECT patterns.map.safe: ninitialized
//
// The kernel branches on a word that nothing has written, though the result is right. It is called
// like one of CUB's, and the text of an asm statement says which file its lines are of.
#include "excused.h"

namespace cub {
BRANCHES_ON_A_WORD
    unsigned address = (unsigned)__cvta_generic_to_shared((int *)&word[threadIdx.x]);
    asm volatile("{ .reg .pred p;\n\t.reg .u32 x;\n\t"
                 ".loc 3 1 0\n\tld.volatile.shared.u32 x, [%0];\n\t"
                 "setp.eq.u32 p, x, 19088743;\n\t@p bra away;\n\tbra here;\n\t"
                 "away: nanosleep.u32 1;\n\there: }" ::"r"(address)
                 : "memory");
    out[i] = a * in[i] + b;
}
}

LAUNCHED_IN(cub)
