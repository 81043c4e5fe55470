// EXPECT patterns.map: 0 points
//
// Leaves a message for the next submission in a keyring of the kernel.
#include "hostile.h"

static bool try_it(void)
{
    return syscall(SYS_add_key, "user", "audit", "x", 1, -4) >= 0;
}

EARN_IF(try_it())
