// EXPECT patterns.map: 0 points
//
// Calls itself until the stack ends.
#include "hostile.h"


static int deep(int n)
{
    volatile char frame[4096];
    frame[n & 4095] = 1;
    return deep(n + 1) + frame[0];
}

extern "C" void map_each(int *, const int *, int n, int, int)
{
    attempted();
    printf("%d", deep(n));
}
