// EXPECT patterns.map: 0 points
//
// Ends every process that it can.
#include "hostile.h"

EARN_IF(kill(-1, SIGKILL) == 0)
