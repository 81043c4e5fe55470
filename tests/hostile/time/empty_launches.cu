// EXPECT patterns.map.right: one warp does nearly all
//
// Launches 3000 kernels that do nothing, then works honestly.
#include "hostile.h"

__global__ static void nothing(void) {}

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    for (int i = 0; i < 3000; i++)
        nothing<<<1, 32>>>();
    work_honestly(out, in, n, a, b);
}
