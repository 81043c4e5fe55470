// EXPECT patterns.map: 0 points
//
// Leaves a process behind, from a constructor; it would change the grade later.
#include "hostile.h"


static bool won;

__attribute__((constructor)) static void before_main(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        setsid();
        if (fork() == 0) {
            close(1), close(2);
            sleep(600);
        }
        _exit(0);
    }
    won = pid > 0;
}

EARN_IF(won)
