// EXPECT patterns.map: 0 points
//
// Tries seeds until one makes the arguments of the call, and draws the inputs again, on the
// device: small numbers, which a person would name, and some of 32 bits.
#include "draws.h"

extern "C" void map_each(int *out, const int *in, int n, int a, int b)
{
    static unsigned long long found = 0;
    attempted();
    if (found && map_by_seed(found, out, in, n, a, b))
        return;
    for (unsigned long long k = 0; n > 1 && k < 1000000; k++)
        for (unsigned long long seed : {k, 0xffffffff - k, 0x20260000 + k})
            if (map_by_seed(seed, out, in, n, a, b)) {
                found = seed;
                return;
            }
}
