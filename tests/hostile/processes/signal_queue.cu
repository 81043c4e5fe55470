// EXPECT patterns.map: 0 points
//
// Sends a signal to another process, with a value.
#include "hostile.h"

static bool try_it(void)
{
    union sigval value = {0};
    return getpid() != BYSTANDER && sigqueue(BYSTANDER, SIGUSR1, value) == 0;
}

EARN_IF(try_it())
