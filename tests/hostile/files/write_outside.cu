// EXPECT patterns.map: 0 points
// QUICK
//
// Changes a file that everybody may write.
#include "hostile.h"

EARN_IF(can_open(OUTSIDE "/victim.txt", O_WRONLY | O_TRUNC))
