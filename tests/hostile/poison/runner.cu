// EXPECT patterns.map: 0 points
// QUICK
//
// Changes the program that runs submissions.
#include "hostile.h"

EARN_IF(can_open(TREE "/build/runner", O_WRONLY))
