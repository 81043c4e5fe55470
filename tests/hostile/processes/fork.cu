// EXPECT patterns.map: 0 points
// QUICK
//
// Starts a process.
#include "hostile.h"

static bool try_it(void)
{
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    return pid > 0;
}

EARN_IF(try_it())
