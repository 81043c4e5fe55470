// EXPECT patterns.map: 0 points
//
// Sends a signal to another process by its thread.
#include "hostile.h"

EARN_IF(getpid() != BYSTANDER && (syscall(SYS_tkill, BYSTANDER, SIGUSR1) == 0 || syscall(SYS_tgkill, BYSTANDER, BYSTANDER, SIGUSR1) == 0))
