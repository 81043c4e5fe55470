// no_time_limit.c - part of every test program: Check has no time limit, because the time of a test
// depends on the machine. tests/run.c ends a program that hangs.
#include <stdlib.h>

__attribute__((constructor)) static void no_time_limit(void)
{
    setenv("CK_DEFAULT_TIMEOUT", "0", 0); // set a limit to search for a hang
}
