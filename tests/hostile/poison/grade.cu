// EXPECT patterns.map: 0 points
//
// Changes the grade.
#include "hostile.h"

EARN_IF(can_open(TREE "/build/grade.json", O_WRONLY))
