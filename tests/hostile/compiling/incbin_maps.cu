// EXPECT patterns.map: 0 points
// SILENT
//
// The assembler puts what the compiler's process knows of itself into the object.
#include "hostile.h"

asm(".data\n.global stolen\nstolen: .incbin \"/proc/self/environ\"\n.incbin \"/etc/passwd\"\n.byte 0\n.previous");
extern "C" char stolen[];
EARN_IF(printf("attempted %s", stolen) > 0)
