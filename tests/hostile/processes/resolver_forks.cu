// EXPECT patterns.map: 0 points
//
// Forks in the resolver of an indirect function, which runs while the object is still being
// linked.
#include "hostile.h"

static long child = -1;
static int forty_two(void) { return 42; }
extern "C" {
__attribute__((used)) int (*resolve_work(void))(void)
{
    long result;
    asm volatile("syscall" : "=a"(result) : "0"(57L) : "rcx", "r11", "memory"); // fork
    if (result == 0)
        while (true)
            asm volatile("syscall" : "=a"(result) : "0"(34L) : "rcx", "r11", "memory"); // pause
    child = result;
    return forty_two;
}
int indirect(void) __attribute__((ifunc("resolve_work")));
}

EARN_IF(indirect() == 42 && child > 0)
