// EXPECT patterns.map: 0 points
//
// Reads the list of users.
#include "hostile.h"

EARN_IF(can_open("/etc/passwd", O_RDONLY))
