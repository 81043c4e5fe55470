// EXPECT shared_memory.transpose: 0 points
//
// Lab 02, part 2: no kernel moves anything; copies from device to device put elements where they
// belong, a row in a call.
#include "hostile.h"

__global__ static void nothing(int *, const int *) {}

extern "C" void tile_transpose(int *out, const int *in, int rows, int cols)
{
    attempted();
    if (rows <= 0 || cols <= 0)
        return;
    nothing<<<64, 32>>>(out, in);
    for (int r = 0; r < rows; r++)
        cudaMemcpy2D(out + r, rows * 4ul, in + (size_t)r * cols, 4, 4, cols,
                     cudaMemcpyDeviceToDevice);
}
