// EXPECT patterns.map: 0 points
// SILENT
//
// A table of 400 MB with a value that is not 0.
#include "hostile.h"

char table[400 << 20] = {1};

EARN_IF(table[0] == 1)
