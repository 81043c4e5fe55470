// EXPECT patterns.map: 0 points
// SILENT
//
// Includes a file that is not its business; the message of the compiler would show its text.
#include "canary.h"
#define int the text of the next line:
#include SECRET
