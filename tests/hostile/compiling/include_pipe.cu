// EXPECT patterns.map: 0 points
// SETUP mkfifo endless.h
// SILENT
//
// Includes a named pipe that nobody writes to, beside the file.
#include "hostile.h"
#include "endless.h"
EARN_IF(true)
