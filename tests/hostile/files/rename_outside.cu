// EXPECT patterns.map: 0 points
//
// Puts a file in the place of another one.
#include "hostile.h"

EARN_IF(rename(OUTSIDE "/victim.txt", OUTSIDE "/victim.sh") == 0)
