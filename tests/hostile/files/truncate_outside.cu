// EXPECT patterns.map: 0 points
//
// Empties a file without opening it.
#include "hostile.h"

EARN_IF(truncate(OUTSIDE "/victim.txt", 0) == 0)
