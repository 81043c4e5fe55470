// EXPECT patterns.map: 0 points
//
// Makes a named pipe.
#include "hostile.h"

EARN_IF(mkfifo(OUTSIDE "/pipe", 0666) == 0)
