// EXPECT patterns.map: 0 points
//
// Aborts.
#include "hostile.h"

extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    abort();
}
