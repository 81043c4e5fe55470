// EXPECT patterns.map: 0 points
// QUICK
//
// Touches 3 GB.
#include "hostile.h"

static bool try_it(void)
{
    for (int i = 0; i < 48; i++) {
        char *p = (char *)malloc(64 << 20);
        if (!p)
            return false;
        memset(p, 1, 64 << 20);
    }
    return true;
}

EARN_IF(try_it())
