// EXPECT patterns.map.right: the call was stopped after 4928 MB that it copied, set or allocated: is there a loop that does not end?
//
// Allocates and frees pinned memory without end.
#include "hostile.h"

FOR_EVER(void *p; cudaMallocHost(&p, 64 << 20); cudaFreeHost(p))
