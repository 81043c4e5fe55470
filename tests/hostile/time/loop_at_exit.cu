// EXPECT patterns.map: 0 points
//
// A function that is called at the end never ends.
#include "hostile.h"


extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    atexit([] {
        for (volatile int i = 0;; i++)
            ;
    });
}
