// EXPECT patterns.map: 0 points
// SILENT
//
// Has the assembler put the text of a file into the object; the program would print it.
#include "hostile.h"

asm(".section .rodata\nstolen: .incbin \"" OUTSIDE "/secret.txt\"\n.byte 0\n.previous");
extern "C" const char stolen[];

EARN_IF(puts(stolen) >= 0)
