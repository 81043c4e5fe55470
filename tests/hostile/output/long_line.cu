// EXPECT patterns.map: 0 points
//
// Prints one line of 16 MB.
#include "hostile.h"


extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    for (int i = 0; i < 16 << 20; i++)
        putc_unlocked('a', stderr);
}
