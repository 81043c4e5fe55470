// EXPECT patterns.map.right: the call was stopped after 4992 MB that it copied, set or allocated: is there a loop that does not end?
//
// Copies between two halves of device memory without end.
#include "hostile.h"

enum { HALF = 128 << 20 };

static char *memory(void)
{
    static char *p;
    if (!p)
        cudaMalloc(&p, 2 * HALF);
    return p;
}

FOR_EVER(cudaMemcpyAsync(memory(), memory() + HALF, HALF, cudaMemcpyDeviceToDevice))
