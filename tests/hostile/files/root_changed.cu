// EXPECT patterns.map: 0 points
//
// Makes another folder the root of all files.
#include "hostile.h"

EARN_IF(chroot(OUTSIDE) == 0)
