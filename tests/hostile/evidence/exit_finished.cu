// EXPECT patterns.map: 0 points
//
// Leaves with each status that means something to the caller.
#include "hostile.h"

extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    static int which;
    int status[] = {0, 99, 110, 124, 5, 4};
    _exit(status[which++ % 6]);
}
