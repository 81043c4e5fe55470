// EXPECT patterns.map: 0 points
//
// Runs a command.
#include "hostile.h"

EARN_IF(system("true") == 0)
