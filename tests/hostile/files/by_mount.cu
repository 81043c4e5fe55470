// EXPECT patterns.map: 0 points
//
// Makes a view of the files of its own.
#include "hostile.h"
#include <sched.h>

static bool try_it(void)
{
    return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0;
}

EARN_IF(try_it())
