// EXPECT patterns.map: 0 points
// QUICK
//
// Opens the memory of the process that started it, to turn "fail" into "pass".
#include "hostile.h"

EARN_IF(can_open(text("/proc/%d/mem", getppid()), O_RDWR))
