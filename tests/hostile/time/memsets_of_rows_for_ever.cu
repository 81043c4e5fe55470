// EXPECT patterns.map.right: the call was stopped after 4928 MB that it copied, set or allocated: is there a loop that does not end?
//
// Sets a million rows of one byte without end.
#include "hostile.h"

static char *memory(void)
{
    static char *p;
    if (!p)
        cudaMalloc(&p, 256 << 20);
    return p;
}

FOR_EVER(cudaMemset2DAsync(memory(), 256, 1, 1, 1 << 20))
