// EXPECT patterns.map: 0 points
//
// Makes the pages of device memory readable for the host and does the work there, without any
// kernel.
#include "hostile.h"


extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    attempted();
    uintptr_t first = (uintptr_t)in & ~(uintptr_t)4095, last = (uintptr_t)out & ~(uintptr_t)4095;
    if (mprotect((void *)first, (size_t)n * 4 + 4096, PROT_READ | PROT_WRITE) != 0 ||
        mprotect((void *)last, (size_t)n * 4 + 4096, PROT_READ | PROT_WRITE) != 0)
        return;
    for (int i = 0; i < n; i++)
        out[i] = a * in[i] + b;
}
