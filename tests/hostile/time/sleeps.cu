// EXPECT patterns.map: 0 points
//
// Sleeps for ever.
#include "hostile.h"


extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    while (true)
        pause();
}
