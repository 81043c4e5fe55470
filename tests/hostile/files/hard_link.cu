// EXPECT patterns.map: 0 points
//
// Gives a file another name.
#include "hostile.h"

EARN_IF(link(OUTSIDE "/victim.txt", OUTSIDE "/again") == 0)
