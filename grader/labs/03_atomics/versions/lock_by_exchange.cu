// EXPECT full marks
//
// The lock is taken by an exchange, with a pause between two attempts; the record is volatile.
#define locked_record sound_locked_record
#include "../solutions/03_atomics/atomics.cu"
#undef locked_record

__device__ int taken = 0;

__global__ void exchanged(long long *record, const int *in, int n)
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
    if (threadIdx.x > 0)
        return;
    volatile long long *words = record;
    unsigned pause = 8;
    while (atomicExch(&taken, 1)) {
        __nanosleep(pause);
        pause = min(2 * pause, 256);
    }
    __threadfence();
    words[0] = words[0] + count;
    words[1] = words[1] + (long long)sum;
    words[2] = largest > words[2] ? largest : words[2];
    __threadfence();
    atomicExch(&taken, 0);
}

extern "C" void locked_record(long long *record, const int *in, int n)
{
    if (n > 0)
        exchanged<<<blocks_for(n, EACH), BLOCK>>>(record, in, n);
    CUDA_CHECK(cudaGetLastError());
}
