// EXPECT patterns.map: 0 points
//
// Closes every descriptor, so that nobody hears how it ends.
#include "hostile.h"


extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    syscall(SYS_close_range, 3, ~0u, 0);
}
