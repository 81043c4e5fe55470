// EXPECT patterns.map: 0 points
//
// Leaves a message for the next submission in shared memory of the system.
#include "hostile.h"
#include <sys/shm.h>

static bool try_it(void)
{
    return shmget(4711, 4096, IPC_CREAT | 0666) >= 0;
}

EARN_IF(try_it())
