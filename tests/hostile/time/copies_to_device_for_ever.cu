// EXPECT patterns.map.right: the call was stopped after 4928 MB that it copied, set or allocated: is there a loop that does not end?
//
// Copies from the host's memory without end.
#include "hostile.h"

static char host[64 << 20];

static char *memory(void)
{
    static char *p;
    if (!p)
        cudaMalloc(&p, sizeof host);
    return p;
}

FOR_EVER(cudaMemcpy(memory(), host, sizeof host, cudaMemcpyHostToDevice))
