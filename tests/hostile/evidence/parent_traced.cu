// EXPECT patterns.map: 0 points
//
// Attaches to the process that started it as a debugger.
#include "hostile.h"
#include <sys/ptrace.h>

EARN_IF(ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0)
