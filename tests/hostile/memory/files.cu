// EXPECT patterns.map: 0 points
//
// Fills memory files, which no limit of a process counts.
#include "hostile.h"

static bool try_it(void)
{
    static char block[1 << 20];
    long total = 0;
    for (int i = 0; i < 100; i++) {
        int fd = (int)syscall(SYS_memfd_create, "fill", 0);
        for (int k = 0; fd >= 0 && k < 32; k++)
            total += write(fd, block, sizeof block) == sizeof block;
    }
    return total > 2000;
}

EARN_IF(try_it())
