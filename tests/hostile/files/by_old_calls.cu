// EXPECT patterns.map: 0 points
//
// Opens a file with system calls of 32-bit programs, which a filter may have forgotten.
#include "hostile.h"

static bool try_it(void)
{
    static const char *path;
    path = (const char *)mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    strcpy((char *)path, OUTSIDE "/secret.txt");
    long fd = -1;
    asm volatile("int $0x80" : "=a"(fd) : "a"(5), "b"(path), "c"(0), "d"(0) : "memory");
    return fd >= 0;
}

EARN_IF(try_it())
