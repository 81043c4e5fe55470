// EXPECT patterns.map: 0 points
//
// Opens a file with system calls of the x32 interface, which a filter may have forgotten.
#include "hostile.h"

static bool try_it(void)
{
    return syscall(0x40000000 + SYS_open, OUTSIDE "/secret.txt", O_RDONLY) >= 0;
}

EARN_IF(try_it())
