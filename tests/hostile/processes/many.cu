// EXPECT patterns.map: 0 points
//
// Starts processes that start processes.
#include "hostile.h"

static bool try_it(void)
{
    int made = 0;
    for (int i = 0; i < 1500; i++) {
        pid_t pid = fork();
        if (pid == 0) {
            for (int k = 0; k < 1; k++)
                fork();
            pause();
            _exit(0);
        }
        made += pid > 0;
    }
    return made > 1000;
}

EARN_IF(try_it())
