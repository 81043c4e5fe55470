// EXPECT patterns.map: 0 points
//
// Changes the permissions of a file of the user who grades.
#include "hostile.h"

EARN_IF(chmod(OUTSIDE "/victim.txt", 0) == 0)
