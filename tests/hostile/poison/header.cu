// EXPECT patterns.map: 0 points
//
// Changes a header that every submission includes.
#include "hostile.h"

EARN_IF(can_open(TREE "/common/lab.h", O_WRONLY))
