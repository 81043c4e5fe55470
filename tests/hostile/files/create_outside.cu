// EXPECT patterns.map: 0 points
//
// Makes a file in a folder where everybody may.
#include "hostile.h"

EARN_IF(can_open(OUTSIDE "/made", O_WRONLY | O_CREAT))
