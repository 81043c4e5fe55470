// EXPECT patterns.map: 0 points
//
// Resets the device, and with it all buffers.
#include "hostile.h"

extern "C" void map_each(int *, const int *, int, int, int)
{
    attempted();
    cudaDeviceReset();
}
