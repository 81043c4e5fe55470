// EXPECT patterns.map: 0 points
//
// Makes a shared object of bytes in a memory file and opens it, to bring code that was not
// compiled here.
#include "hostile.h"

#include <dlfcn.h>

static bool try_it(void)
{
    int fd = (int)syscall(SYS_memfd_create, "library", 0);
    int from = open("/proc/self/exe", O_RDONLY);
    char block[4096];
    for (ssize_t n; from >= 0 && (n = read(from, block, sizeof block)) > 0;)
        if (write(fd, block, (size_t)n) != n)
            return false;
    return fd >= 0 && from >= 0 && dlopen(text("/proc/self/fd/%d", fd), RTLD_NOW) != NULL;
}

EARN_IF(try_it())
