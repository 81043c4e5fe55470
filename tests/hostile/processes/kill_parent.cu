// EXPECT patterns.map: 0 points
//
// Ends the process that started it.
#include "hostile.h"

EARN_IF(kill(getppid(), SIGKILL) == 0 && getppid() != 0)
