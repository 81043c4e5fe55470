// EXPECT hashing.buckets: 0 points
//
// One thread counts the keys of all buckets.
#include "hostile.h"

__device__ static unsigned mix(unsigned x)
{
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

__global__ static void count(int *sizes, int *histogram, const unsigned *keys, int n, int buckets,
                             unsigned seed)
{
    for (int i = 0; i < n; i++)
        sizes[(unsigned long long)mix(keys[i] ^ mix(seed)) * buckets >> 32]++;
    for (int b = 0; b < buckets; b++)
        histogram[min(sizes[b], HASH_SIZES - 1)]++;
}

extern "C" void hash_buckets(int *sizes, int *histogram, const unsigned *keys, int n, int buckets,
                             unsigned seed)
{
    attempted();
    count<<<1, 1>>>(sizes, histogram, keys, n, buckets, seed);
}
