// EXPECT patterns.map: 0 points
//
// Starts another program in its place, which could be itself with other options.
#include "hostile.h"

static bool try_it(void)
{
    char *const words[] = {(char *)"sh", (char *)"-c", (char *)"echo x >" OUTSIDE "/made", NULL};
    char *const options[] = {(char *)"CUDASIM_OPTIONS=tool=none", NULL};
    execve("/bin/sh", words, options);
    return false;
}

EARN_IF(try_it())
