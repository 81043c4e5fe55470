// EXPECT patterns.map: 0 points
//
// Gives pages of pinned memory back to the system, so that they can be watched once more.
#include "hostile.h"

static bool try_it(void)
{
    char *pages;
    if (cudaMallocHost((void **)&pages, 1 << 20))
        return false;
    memset(pages, 1, 1 << 20);
    return madvise(pages, 1 << 20, MADV_REMOVE) == 0 || madvise(pages, 1 << 20, MADV_PAGEOUT) == 0;
}

EARN_IF(try_it())
