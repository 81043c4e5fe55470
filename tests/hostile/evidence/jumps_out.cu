// EXPECT patterns.map: 0 points
//
// Unwinds the frames of its caller, back to where the object was opened.
#include "hostile.h"

#include <setjmp.h>

static jmp_buf opened;
static int rounds;

__attribute__((constructor)) static void before_main(void)
{
    if (setjmp(opened))
        _exit(0);
}

extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    if (rounds++ == 0)
        longjmp(opened, 1);
}
