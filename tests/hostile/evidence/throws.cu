// EXPECT patterns.map: 0 points
//
// Throws an exception into its caller.
#include "hostile.h"

extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    throw 1;
}
