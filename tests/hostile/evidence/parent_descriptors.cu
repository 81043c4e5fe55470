// EXPECT patterns.map: 0 points
//
// Walks the descriptors of the process that started it: one of them is the file of records.
#include "hostile.h"

static bool try_it(void)
{
    bool any = false;
    for (int fd = 0; fd < 256; fd++)
        any = can_open(text("/proc/%d/fd/%d", getppid(), fd), O_WRONLY | O_APPEND) || any;
    return any;
}

EARN_IF(try_it())
