// EXPECT hashing.buckets.private: updates of global memory
//
// Every bucket counts in global memory, where a few words are used by all.
#define hash_buckets sound_hash_buckets
#include "../solutions/13_hashing/hashing.cu"
#undef hash_buckets

__global__ void wrong(int *histogram, const int *sizes, int buckets)
{
    int b = blockIdx.x * BLOCK + threadIdx.x;
    if (b < buckets)
        atomicAdd(&histogram[min(sizes[b], HASH_SIZES - 1)], 1);
}

extern "C" void hash_buckets(int *sizes, int *histogram, const unsigned *keys, int n, int buckets,
                             unsigned seed)
{
    if (n > 0)
        count_keys<<<ceil_div(n, BLOCK), BLOCK>>>(sizes, keys, n, buckets, seed);
    wrong<<<ceil_div(buckets, BLOCK), BLOCK>>>(histogram, sizes, buckets);
    CUDA_CHECK(cudaGetLastError());
}
