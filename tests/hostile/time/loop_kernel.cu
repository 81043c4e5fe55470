// EXPECT patterns.map: 0 points
// QUICK
//
// Its kernel never ends.
#include "hostile.h"


__global__ static void spin(volatile int *p)
{
    while (p[0] != 12345)
        ;
}

extern "C" void map_each(int *out, const int *, int n, int, int)
{
    attempted();
    if (n > 0)
        spin<<<1, 32>>>(out);
}
