// EXPECT patterns.map: 0 points
//
// Asks a ring of the kernel to open a file, past any filter of system calls.
#include "hostile.h"

static bool try_it(void)
{
    char parameters[120] = {0};
    return syscall(SYS_io_uring_setup, 4, parameters) >= 0;
}

EARN_IF(try_it())
