// EXPECT patterns.map: 0 points
//
// Registers modules and kernels without end.
#include "hostile.h"

extern "C" void **__cudaRegisterFatBinary(void *);
extern "C" void __cudaRegisterFunction(void **, const char *, char *, const char *, int, uint3 *, uint3 *,
                                       dim3 *, dim3 *, int *);
static char stubs[1 << 20];

static bool try_it(void)
{
    for (long i = 0; i < 100000000; i++)
        if (!([&] {
        static int wrapper[6];
        void **module = __cudaRegisterFatBinary(wrapper);
        __cudaRegisterFunction(module, &stubs[i % sizeof stubs], NULL, "no_such_kernel", 0, NULL,
                               NULL, NULL, NULL, NULL);
        int count;
        return module && (i % 1000 || cudaGetDeviceCount(&count) == cudaSuccess);
    }()))
            return false;
    return true;
}

EARN_IF(try_it())
