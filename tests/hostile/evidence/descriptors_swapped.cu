// EXPECT patterns.map: 0 points
//
// Puts its output in the place of every descriptor, and a pipe of its own in the place of its
// output.
#include "hostile.h"


extern "C" void map_each(int *, const int *, int, int, int)
{
    int both[2];
    attempted();
    if (pipe(both) != 0)
        return;
    for (int fd = 3; fd < 32; fd++)
        if (fd != both[0] && fd != both[1])
            dup2(both[1], fd);
}
