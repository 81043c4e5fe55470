// no_time_limit.c - part of every test program: Check ends no test after some seconds, for how
// long a test takes depends on the machine. tests/run.c ends a program that hangs.
#include <stdlib.h>

__attribute__((constructor)) static void no_time_limit(void)
{
    setenv("CK_DEFAULT_TIMEOUT", "0", 0); // who looks for a hang may set one
}
