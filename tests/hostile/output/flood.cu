// EXPECT patterns.map: 0 points
// QUICK
//
// Prints a gigabyte.
#include "hostile.h"


extern "C" void map_each(int *, const int *, int, int, int)
{
    static char line[1 << 16];
    attempted();
    memset(line, 'x', sizeof line);
    line[sizeof line - 1] = '\n';
    for (int i = 0; i < 1024; i++)
        if (write(1, line, sizeof line) < 0)
            return;
}
