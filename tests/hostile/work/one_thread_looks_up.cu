// EXPECT hashing.find: 0 points
//
// One thread looks all keys up.
#include "hostile.h"

__device__ static unsigned mix(unsigned x)
{
    x ^= x >> 16;
    x *= 0x85ebca6bu;
    x ^= x >> 13;
    x *= 0xc2b2ae35u;
    return x ^ x >> 16;
}

__global__ static void find_all(unsigned *values, CuckooTable t, const unsigned *keys, int n)
{
    for (int i = 0; i < n; i++) {
        values[i] = NO_VALUE;
        for (int f = 0; f < t.functions; f++) {
            unsigned hash = mix(keys[i] ^ mix(t.seed + f * HASH_STEP));
            unsigned place = (unsigned)((unsigned long long)hash * t.width >> 32);
            HashEntry entry = t.entry[f * t.width + place];
            if (entry >> 32 == keys[i])
                values[i] = (unsigned)entry;
        }
    }
}

extern "C" void cuckoo_find(unsigned *values, CuckooTable table, const unsigned *keys, int n)
{
    attempted();
    if (n > 0)
        find_all<<<1, 1>>>(values, table, keys, n);
}
