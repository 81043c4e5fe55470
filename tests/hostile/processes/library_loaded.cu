// EXPECT patterns.map: 0 points
//
// Writes a library where files may be written, if anywhere, and loads it.
#include "hostile.h"

#include <dlfcn.h>

static bool copy(const char *to)
{
    static char block[1 << 16];
    int from = open("/proc/self/exe", O_RDONLY), out = open(to, O_CREAT | O_WRONLY, 0777);
    for (ssize_t n; from >= 0 && out >= 0 && (n = read(from, block, sizeof block)) > 0;)
        if (write(out, block, (size_t)n) != n)
            return false;
    return out >= 0;
}

static bool try_it(void)
{
    static const char *const places[] = {"/tmp/audit_own.so", "/dev/shm/own.so", "/var/tmp/own.so",
                                         "/own.so", "own.so", TREE "/build/objects/own.so"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (copy(places[i]))
            return true;
    return false;
}

EARN_IF(try_it())
