// EXPECT patterns.map: 0 points
// SILENT
//
// Includes a device that never ends.
#include "/dev/zero"
