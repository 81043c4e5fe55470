// EXPECT patterns.map: 0 points
// QUICK
//
// Reads a file that everybody may read, but that is not its business.
#include "hostile.h"

EARN_IF(can_open(OUTSIDE "/secret.txt", O_RDONLY))
