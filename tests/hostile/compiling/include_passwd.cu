// EXPECT patterns.map: 0 points
// SILENT
//
// Includes the list of users.
#include "hostile.h"
#include "/etc/passwd"
EARN_IF(true)
