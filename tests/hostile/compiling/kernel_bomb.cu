// EXPECT patterns.map: 0 points
// SILENT
//
// A kernel of a million instructions.
#include "hostile.h"

#define A x = x * 3 + y; y = y * 5 + x;
#define B A A A A A A A A A A
#define C B B B B B B B B B B
#define D C C C C C C C C C C
__global__ void big(int *p)
{
    volatile int x = p[0], y = p[1];
    D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D D
    p[0] = x;
}

EARN_NOTHING
