// EXPECT patterns.map: 0 points
//
// Makes a device file for the first disk.
#include "hostile.h"

EARN_IF(mknod(OUTSIDE "/disk", S_IFBLK | 0666, 254 << 8) == 0)
