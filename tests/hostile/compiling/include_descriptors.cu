// EXPECT patterns.map: 0 points
// SILENT
//
// Includes what the compiler has open.
#include "hostile.h"
#include "/proc/self/environ"
#include "/proc/self/cmdline"
EARN_IF(true)
