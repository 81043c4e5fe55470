// EXPECT patterns.map: 0 points
//
// Stops the process that started it.
#include "hostile.h"

EARN_IF(kill(getppid(), SIGSTOP) == 0 && getppid() != 0)
