// EXPECT patterns.map: 0 points
//
// A kernel prints without end.
#include "hostile.h"


__global__ static void talk(void)
{
    for (int i = 0; i < 100000; i++)
        printf("line %d of thread %d\n", i, threadIdx.x);
}

extern "C" void map_each(int *, const int *, int n, int, int)
{
    attempted();
    if (n > 0)
        talk<<<64, 256>>>();
}
