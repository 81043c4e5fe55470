// EXPECT patterns.map: 0 points
//
// Removes a file.
#include "hostile.h"

EARN_IF(unlink(OUTSIDE "/victim.txt") == 0)
