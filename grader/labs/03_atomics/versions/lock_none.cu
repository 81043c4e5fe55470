// EXPECT atomics.lock.safe: Race reported
//
// Three atomics would be enough for count, sum and maximum; three plain updates are not.
#define locked_record sound_locked_record
#include "../solutions/03_atomics/atomics.cu"
#undef locked_record

__device__ int taken = 0;

__global__ void wrong(long long *record, const int *in, int n)
{
    __shared__ unsigned long long sum;
    __shared__ int count, largest;
    if (threadIdx.x == 0) {
        sum = 0;
        count = 0;
        largest = INT_MIN;
    }
    __syncthreads();
    int start = blockIdx.x * BLOCK * EACH + threadIdx.x;
    for (int i = start; i < n && i < start + BLOCK * EACH; i += BLOCK) {
        atomicAdd(&sum, (unsigned long long)in[i]);
        atomicAdd(&count, 1);
        atomicMax(&largest, in[i]);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        
        record[0] += count;
        record[1] += (long long)sum;
        if (largest > record[2])
            record[2] = largest;
        
    }
}

extern "C" void locked_record(long long *record, const int *in, int n)
{
    if (n > 0)
        wrong<<<blocks_for(n, EACH), BLOCK>>>(record, in, n);
    CUDA_CHECK(cudaGetLastError());
}
