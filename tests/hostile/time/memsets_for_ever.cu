// EXPECT patterns.map.right: the call was stopped after 5120 MB that it copied, set or allocated: is there a loop that does not end?
//
// Sets all of device memory without end.
#include "hostile.h"

static char *memory(void)
{
    static char *p;
    if (!p)
        cudaMalloc(&p, 256 << 20);
    return p;
}

FOR_EVER(cudaMemsetAsync(memory(), 1, 256 << 20))
