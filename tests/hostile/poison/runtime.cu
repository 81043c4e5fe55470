// EXPECT patterns.map: 0 points
//
// Changes the simulator.
#include "hostile.h"

EARN_IF(can_open(TREE "/build/lib/libcudart.so.13", O_WRONLY))
