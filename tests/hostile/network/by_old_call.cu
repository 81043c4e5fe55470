// EXPECT patterns.map: 0 points
//
// Makes a socket with the one call that 32-bit programs have for all of them.
#include "hostile.h"

static bool try_it(void)
{
    int32_t *arguments = (int32_t *)mmap(NULL, 4096, PROT_READ | PROT_WRITE,
                                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    long fd = -1;
    arguments[0] = 2, arguments[1] = 1, arguments[2] = 0;
    asm volatile("int $0x80" : "=a"(fd) : "a"(102), "b"(1), "c"(arguments) : "memory");
    return fd >= 0;
}

EARN_IF(try_it())
