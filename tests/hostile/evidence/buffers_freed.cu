// EXPECT patterns.map: 0 points
//
// Frees the buffers of its caller.
#include "hostile.h"

extern "C" void map_each(int *out, const int *in, int, int, int)
{
    attempted();
    cudaFree(out);
    cudaFree((void *)in);
}
