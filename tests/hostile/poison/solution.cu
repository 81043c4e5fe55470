// EXPECT patterns.map: 0 points
//
// Changes the solution.
#include "hostile.h"

EARN_IF(can_open(TREE "/solutions/01_patterns/patterns.cu", O_WRONLY))
