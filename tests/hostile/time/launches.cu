// EXPECT patterns.map: 0 points
//
// Launches without end.
#include "hostile.h"


__global__ static void nothing(void) {}

extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    while (true)
        nothing<<<1, 32>>>();
}
