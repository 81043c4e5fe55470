// EXPECT hashing.buckets.safe: Invalid __shared__
// FIRST Invalid __shared__
//
// A bucket with 16 keys or more counts behind the end of the array.
#define hash_buckets sound_hash_buckets
#include "../solutions/13_hashing/hashing.cu"
#undef hash_buckets

__global__ void wrong(int *histogram, const int *sizes, int buckets)
{
    __shared__ int mine[HASH_SIZES];
    if (threadIdx.x < HASH_SIZES)
        mine[threadIdx.x] = 0;
    __syncthreads();
    int b = blockIdx.x * BLOCK + threadIdx.x;
    if (b < buckets)
        atomicAdd(&mine[sizes[b]], 1); // WRONG
    __syncthreads();
    if (threadIdx.x < HASH_SIZES && mine[threadIdx.x] > 0)
        atomicAdd(&histogram[threadIdx.x], mine[threadIdx.x]);
}

extern "C" void hash_buckets(int *sizes, int *histogram, const unsigned *keys, int n, int buckets,
                             unsigned seed)
{
    if (n > 0)
        count_keys<<<ceil_div(n, BLOCK), BLOCK>>>(sizes, keys, n, buckets, seed);
    wrong<<<ceil_div(buckets, BLOCK), BLOCK>>>(histogram, sizes, buckets);
    CUDA_CHECK(cudaGetLastError());
}
