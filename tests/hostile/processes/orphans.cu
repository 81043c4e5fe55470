// EXPECT patterns.map: 0 points
//
// Leaves 1000 orphans, each in a session of its own.
#include "hostile.h"

static bool try_it(void)
{
    int made = 0;
    for (int i = 0; i < 1000; i++) {
        pid_t pid = fork();
        if (pid == 0) {
            setsid();
            if (fork() == 0)
                sleep(600);
            _exit(0);
        }
        made += pid > 0;
        waitpid(pid, NULL, 0);
    }
    return made == 1000;
}

EARN_IF(try_it())
