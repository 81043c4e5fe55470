// EXPECT hashing.buckets.right: Race reported between
// FIRST Race reported between Write access
//
// The counts of the block are added before all threads have counted.
#define count_sizes sound_count_sizes
#define hash_buckets sound_hash_buckets
#include "../solutions/13_hashing/hashing.cu"
#undef count_sizes
#undef hash_buckets

__global__ void count_sizes(int *histogram, const int *sizes, int buckets)
{
    __shared__ int mine[HASH_SIZES];
    if (threadIdx.x < HASH_SIZES)
        mine[threadIdx.x] = 0;
    __syncthreads();
    int b = blockIdx.x * BLOCK + threadIdx.x;
    if (b < buckets)
        atomicAdd(&mine[min(sizes[b], HASH_SIZES - 1)], 1); // WRONG
    if (threadIdx.x < HASH_SIZES && mine[threadIdx.x] > 0)  // WRONG
        atomicAdd(&histogram[threadIdx.x], mine[threadIdx.x]);
}

extern "C" void hash_buckets(int *sizes, int *histogram, const unsigned *keys, int n, int buckets,
                             unsigned seed)
{
    if (n > 0)
        count_keys<<<ceil_div(n, BLOCK), BLOCK>>>(sizes, keys, n, buckets, seed);
    count_sizes<<<ceil_div(buckets, BLOCK), BLOCK>>>(histogram, sizes, buckets);
    CUDA_CHECK(cudaGetLastError());
}
