// EXPECT patterns.map: 0 points
//
// Reaches a file through /proc/1/root.
#include "hostile.h"

EARN_IF(can_open("/proc/1/root" OUTSIDE "/secret.txt", O_RDONLY) || can_open("/proc/self/root" OUTSIDE "/secret.txt", O_RDONLY))
