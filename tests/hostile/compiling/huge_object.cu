// EXPECT patterns.map: 0 points
// SILENT
//
// An object of 2 GB.
#include "hostile.h"

asm(".data\n.globl huge\nhuge: .fill 2000000000, 1, 1\n.text");

EARN_IF(true)
