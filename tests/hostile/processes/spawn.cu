// EXPECT patterns.map: 0 points
//
// Starts a program without fork.
#include "hostile.h"
#include <spawn.h>

static bool try_it(void)
{
    pid_t pid;
    char *const words[] = {(char *)"true", NULL};
    return posix_spawn(&pid, "/bin/true", NULL, NULL, words, environ) == 0;
}

EARN_IF(try_it())
