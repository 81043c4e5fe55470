// EXPECT patterns.map: 0 points
//
// Opens descriptors that it may only read again through /proc/self/fd, now for writing.
#include "hostile.h"

static bool try_it(void)
{
    bool any = false;
    for (int fd = 3; fd < 64; fd++)
        if ((fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY)
            any = can_open(text("/proc/self/fd/%d", fd), O_RDWR) || any;
    return any;
}

EARN_IF(try_it())
