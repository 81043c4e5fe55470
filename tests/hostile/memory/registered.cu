// EXPECT patterns.map: 0 points
//
// Registers memory, gives it back, and registers other memory, without end: the pages stay in the file.
#include "hostile.h"

static bool try_it(void)
{
    for (long i = 0; i < 1000; i++)
        if (!([] {
        void *p = mmap(NULL, 8 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (p == MAP_FAILED || cudaHostRegister(p, 8 << 20, 0) != cudaSuccess)
            return false;
        memset(p, 1, 8 << 20);
        return cudaHostUnregister(p) == cudaSuccess && munmap(p, 8 << 20) == 0;
    }()))
            return false;
    return true;
}

EARN_IF(try_it())
