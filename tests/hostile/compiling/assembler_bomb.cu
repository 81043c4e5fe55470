// EXPECT patterns.map: 0 points
// SILENT
//
// The assembler repeats a line without end.
#include "hostile.h"

asm(".data\n.rept 2000000000\n.quad 0x1122334455667788\n.endr\n.previous");
EARN_IF(true)
