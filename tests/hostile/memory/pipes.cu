// EXPECT patterns.map: 0 points
//
// Fills pipes.
#include "hostile.h"

static bool try_it(void)
{
    static char block[1 << 20];
    long total = 0;
    for (int i = 0; i < 500; i++) {
        int both[2];
        if (pipe2(both, O_NONBLOCK) != 0)
            break;
        fcntl(both[1], F_SETPIPE_SZ, 1 << 20);
        for (ssize_t n; (n = write(both[1], block, sizeof block)) > 0;)
            total += n;
    }
    return total > 300 << 20;
}

EARN_IF(try_it())
