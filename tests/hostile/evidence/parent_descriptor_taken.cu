// EXPECT patterns.map: 0 points
//
// Takes a copy of a descriptor of the process that started it with pidfd_getfd.
#include "hostile.h"

static bool try_it(void)
{
    int parent = (int)syscall(SYS_pidfd_open, getppid(), 0);
    for (int fd = 3; parent >= 0 && fd < 64; fd++)
        if (syscall(SYS_pidfd_getfd, parent, fd, 0) >= 0)
            return true;
    return false;
}

EARN_IF(try_it())
