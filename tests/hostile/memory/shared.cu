// EXPECT patterns.map: 0 points
//
// Touches 3 GB of shared memory, which limits on data do not count.
#include "hostile.h"

static bool try_it(void)
{
    for (int i = 0; i < 48; i++) {
        char *p = (char *)mmap(NULL, 64 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED)
            return false;
        memset(p, 1, 64 << 20);
    }
    return true;
}

EARN_IF(try_it())
