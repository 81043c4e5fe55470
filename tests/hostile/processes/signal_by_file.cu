// EXPECT patterns.map: 0 points
//
// Has a terminal, a pipe or a file send the signal: F_SETOWN.
#include "hostile.h"

static bool try_it(void)
{
    int both[2];
    if (getpid() == BYSTANDER || pipe(both) != 0 || fcntl(both[0], F_SETOWN, BYSTANDER) != 0 ||
        fcntl(both[0], F_SETSIG, SIGUSR1) != 0 || fcntl(both[0], F_SETFL, O_ASYNC) != 0 ||
        write(both[1], "x", 1) != 1)
        return false;
    usleep(1000);
    return kill(BYSTANDER, 0) != 0 && errno == ESRCH;
}

EARN_IF(try_it())
