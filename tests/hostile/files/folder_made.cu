// EXPECT patterns.map: 0 points
//
// Makes a folder.
#include "hostile.h"

EARN_IF(mkdir(OUTSIDE "/folder", 0777) == 0)
