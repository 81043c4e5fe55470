// EXPECT patterns.map: 0 points
//
// A kernel with a mistake in each of a thousand lines.
#include "hostile.h"


#define A out[-1000 - __COUNTER__] = 1;
#define B A A A A A A A A A A
#define C B B B B B B B B B B
__global__ static void wrong(int *out) { C C C C C C C C C C }

extern "C" void map_each(int *out, const int *, int n, int, int)
{
    attempted();
    if (n > 0)
        wrong<<<64, 256>>>(out);
}
