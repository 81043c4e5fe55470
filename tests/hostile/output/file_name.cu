// EXPECT patterns.map: 0 points
//
// Its lines claim to be in a file whose name has escape codes.
#include "hostile.h"


#line 1 "\033[2J\377.cu"
__global__ void wrong(int *out) { out[-100] = 1; }

extern "C" void map_each(int *out, const int *, int n, int, int)
{
    attempted();
    if (n > 0)
        wrong<<<1, 1>>>(out);
}
