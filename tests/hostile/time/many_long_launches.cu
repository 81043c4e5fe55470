// EXPECT patterns.map: 0 points
//
// A thousand launches, each within its budget of instructions; all threads race for one word.
#include "hostile.h"


__global__ static void nothing(int *out)
{
    for (int i = 0; i < 1 << 20; i++)
        out[threadIdx.x & 0] += i;
}

extern "C" void map_each(int *out, const int *, int n, int, int)
{
    attempted();
    for (int i = 0; n > 0 && i < 1000; i++)
        nothing<<<64, 256>>>(out);
}
