// EXPECT atomics.lock.right: 2^32
//
// The sum of a block is kept in an int.
#define locked_record sound_locked_record
#include "../solutions/03_atomics/atomics.cu"
#undef locked_record

__device__ int taken = 0;

__global__ void wrong(long long *record, const int *in, int n)
{
    __shared__ int sum;
    __shared__ int count, largest;
    if (threadIdx.x == 0) {
        sum = 0;
        count = 0;
        largest = INT_MIN;
    }
    __syncthreads();
    int start = blockIdx.x * BLOCK * EACH + threadIdx.x;
    for (int i = start; i < n && i < start + BLOCK * EACH; i += BLOCK) {
        atomicAdd(&sum, (int)in[i]);
        atomicAdd(&count, 1);
        atomicMax(&largest, in[i]);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        while (atomicCAS(&taken, 0, 1) != 0)
            ;
        __threadfence();
        record[0] += count;
        record[1] += (long long)sum; // WRONG
        if (largest > record[2])
            record[2] = largest;
        __threadfence();
        atomicExch(&taken, 0);
    }
}

extern "C" void locked_record(long long *record, const int *in, int n)
{
    if (n > 0)
        wrong<<<blocks_for(n, EACH), BLOCK>>>(record, in, n);
    CUDA_CHECK(cudaGetLastError());
}
