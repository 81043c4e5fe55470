// EXPECT patterns.map: 0 points
//
// Ends the processes of its group.
#include "hostile.h"

EARN_IF(kill(0, SIGKILL) == 0)
