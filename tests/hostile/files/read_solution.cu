// EXPECT patterns.map: 0 points
//
// Reads the solution of the lab.
#include "hostile.h"

EARN_IF(can_open(TREE "/solutions/01_patterns/patterns.cu", O_RDONLY))
