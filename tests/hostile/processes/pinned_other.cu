// EXPECT patterns.map: 0 points
//
// Binds another process to one processor.
#include "hostile.h"
#include <sched.h>

static bool try_it(void)
{
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    return getpid() != BYSTANDER && sched_setaffinity(BYSTANDER, sizeof one, &one) == 0;
}

EARN_IF(try_it())
