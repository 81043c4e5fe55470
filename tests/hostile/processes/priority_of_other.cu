// EXPECT patterns.map: 0 points
//
// Makes another process slower.
#include "hostile.h"
#include <sys/resource.h>

static bool try_it(void)
{
    return setpriority(PRIO_PROCESS, BYSTANDER, 19) == 0;
}

EARN_IF(try_it())
