// EXPECT patterns.map: 0 points
// QUICK
//
// Ends a process of the same user that has nothing to do with it.
#include "hostile.h"

EARN_IF(getpid() != BYSTANDER && kill(BYSTANDER, SIGKILL) == 0)
