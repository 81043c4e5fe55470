// EXPECT patterns.map: 0 points
//
// Reads the grade of all.
#include "hostile.h"

EARN_IF(can_open(TREE "/build/grade.json", O_RDONLY))
