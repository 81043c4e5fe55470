// EXPECT patterns.map: 0 points
//
// Puts a program into a file in memory, and starts it.
#include "hostile.h"

static bool try_it(void)
{
    static char name[] = "x";
    char *const args[] = {name, NULL};
    int fd = (int)syscall(SYS_memfd_create, "program", 0), from = open("/proc/self/exe", O_RDONLY);
    static char block[65536];
    for (ssize_t n; fd >= 0 && (n = read(from, block, sizeof block)) > 0;)
        if (write(fd, block, (size_t)n) != n)
            return false;
    if (fd >= 0)
        fexecve(fd, args, args + 1);
    syscall(SYS_execveat, 2, "", args, args + 1, AT_EMPTY_PATH);
    return fd >= 0;
}

EARN_IF(try_it())
