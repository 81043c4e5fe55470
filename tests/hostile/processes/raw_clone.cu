// EXPECT patterns.map: 0 points
//
// Starts a process with the system call itself, in the new form and in the old one.
#include "hostile.h"

static bool try_it(void)
{
    uint64_t arguments[11] = {0, 0, 0, 0, SIGCHLD};
    long pid = syscall(SYS_clone3, arguments, sizeof arguments);
    if (pid < 0)
        pid = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (pid == 0)
        _exit(0);
    return pid > 0;
}

EARN_IF(try_it())
