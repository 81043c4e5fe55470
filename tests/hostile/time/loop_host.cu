// EXPECT patterns.map: 0 points
//
// Its host code never ends.
#include "hostile.h"


extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    for (volatile int i = 0;; i++)
        ;
}
