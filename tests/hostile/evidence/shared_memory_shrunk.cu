// EXPECT patterns.map: 0 points
//
// Cuts every open file to nothing: a process that has it mapped, too, would die of a bus
// error.
#include "hostile.h"


extern "C" void map_each(int *, const int *, int, int, int)
{
    void *pinned;
    attempted();
    cudaMallocHost(&pinned, 1 << 20);
    for (int fd = 3; fd < 256; fd++)
        if (ftruncate(fd, 0) != 0)
            errno = 0;
    cudaMemset(pinned, 1, 1 << 20);
    cudaDeviceSynchronize();
}
