// EXPECT patterns.map: 0 points
//
// Makes a link that another program could follow.
#include "hostile.h"

EARN_IF(symlink("/etc/passwd", OUTSIDE "/link") == 0)
