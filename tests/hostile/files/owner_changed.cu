// EXPECT patterns.map: 0 points
//
// Gives away a file of the user who grades.
#include "hostile.h"

EARN_IF(chown(OUTSIDE "/victim.txt", getuid(), getgid()) == 0)
