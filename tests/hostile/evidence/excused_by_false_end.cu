// EXPECT patterns.map.safe: ninitialized
//
// The kernel branches on a word that nothing has written, though the result is right. It is called
// like one of CUB's. The text of an asm statement says which file its lines are of, behind what looks like
// the end of the statement.
#include "excused.h"

namespace cub {
BRANCHES_ON_A_WORD
    unsigned address = (unsigned)__cvta_generic_to_shared((int *)&word[threadIdx.x]);
    asm volatile("// end inline asm\n\t{ .reg .pred p;\n\t.reg .u32 x;\n\t"
                 ".loc 3 1 0\n\tld.volatile.shared.u32 x, [%0];\n\t"
                 "setp.eq.u32 p, x, 19088743;\n\t@p bra away;\n\tbra here;\n\t"
                 "away: nanosleep.u32 1;\n\there: }\n\t// begin inline asm" ::"r"(address)
                 : "memory");
    out[i] = a * in[i] + b;
}
}

LAUNCHED_IN(cub)
