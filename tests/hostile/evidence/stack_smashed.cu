// EXPECT patterns.map: 0 points
//
// Writes over the frames of its callers.
#include "hostile.h"


extern "C" void map_each(int *, const int *, int, int, int)
{
    volatile char *frame = (volatile char *)__builtin_frame_address(0);
    attempted();
    for (int i = 0; i < 2000; i++)
        frame[i] = 0;
}
