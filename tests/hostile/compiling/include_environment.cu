// EXPECT patterns.map: 0 points
// SILENT
//
// Includes what the system says of the compiler and of its parent.
#include "hostile.h"
#include "/proc/self/cmdline"
#include "/proc/self/environ"
#include "/proc/1/cmdline"
EARN_IF(true)
