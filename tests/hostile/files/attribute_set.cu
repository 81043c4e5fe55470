// EXPECT patterns.map: 0 points
//
// Adds an attribute to a file of the user who grades.
#include "hostile.h"
#include <sys/xattr.h>

EARN_IF(setxattr(OUTSIDE "/victim.txt", "user.audit", "x", 1, 0) == 0)
