// EXPECT patterns.map: 0 points
//
// Every case takes nearly as long as it may.
#include "hostile.h"

#include <time.h>

extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    for (clock_t start = clock(); clock() - start < 2 * CLOCKS_PER_SEC;)
        ;
}
