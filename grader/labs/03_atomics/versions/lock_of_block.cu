// EXPECT atomics.lock.safe: Race reported
//
// Each block has a lock of its own, in shared memory.
#define locked_record sound_locked_record
#include "../solutions/03_atomics/atomics.cu"
#undef locked_record

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
    __shared__ int taken;
    if (threadIdx.x == 0)
        taken = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        while (atomicCAS(&taken, 0, 1) != 0)
            ;
        __threadfence();
        record[0] += count; // WRONG
        record[1] += (long long)sum; // WRONG
        if (largest > record[2]) // WRONG
            record[2] = largest; // WRONG
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
