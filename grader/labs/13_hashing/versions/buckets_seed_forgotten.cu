// EXPECT hashing.buckets.right: labs.h
//
// The seed has no influence.
#define hash_buckets sound_hash_buckets
#include "../solutions/13_hashing/hashing.cu"
#undef hash_buckets

__global__ void wrong(int *sizes, const unsigned *keys, int n, int buckets, unsigned seed)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        atomicAdd(&sizes[(unsigned long long)mix(keys[i]) * buckets >> 32], 1); // WRONG
}

extern "C" void hash_buckets(int *sizes, int *histogram, const unsigned *keys, int n, int buckets,
                             unsigned seed)
{
    if (n > 0)
        wrong<<<ceil_div(n, BLOCK), BLOCK>>>(sizes, keys, n, buckets, seed);
    count_sizes<<<ceil_div(buckets, BLOCK), BLOCK>>>(histogram, sizes, buckets);
    CUDA_CHECK(cudaGetLastError());
}
