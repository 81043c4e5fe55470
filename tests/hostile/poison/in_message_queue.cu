// EXPECT patterns.map: 0 points
//
// Leaves a message for the next submission in a queue of the system.
#include "hostile.h"
#include <mqueue.h>
#include <sys/msg.h>

static bool try_it(void)
{
    return msgget(4711, IPC_CREAT | 0666) >= 0 || mq_open("/audit", O_CREAT | O_RDWR, 0666, NULL) >= 0;
}

EARN_IF(try_it())
