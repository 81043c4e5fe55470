// EXPECT patterns.map: 0 points
//
// Gives a file of the user who grades a date in the future.
#include "hostile.h"

static bool try_it(void)
{
    struct timespec later[2] = {{4000000000, 0}, {4000000000, 0}};
    return utimensat(AT_FDCWD, OUTSIDE "/victim.txt", later, 0) == 0;
}

EARN_IF(try_it())
