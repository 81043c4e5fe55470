// EXPECT full marks
//
// A queue of tickets: a block draws a number, and waits until it is served.
#define locked_record sound_locked_record
#include "../solutions/03_atomics/atomics.cu"
#undef locked_record

__device__ unsigned drawn = 0, served = 0;

__global__ void queued(long long *record, const int *in, int n)
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
        unsigned mine = atomicAdd(&drawn, 1u);
        while (*(volatile unsigned *)&served != mine)
            ;
        __threadfence();
        record[0] += count;
        record[1] += (long long)sum;
        if (largest > record[2])
            record[2] = largest;
        __threadfence();
        atomicAdd(&served, 1u);
    }
}

extern "C" void locked_record(long long *record, const int *in, int n)
{
    if (n > 0)
        queued<<<blocks_for(n, EACH), BLOCK>>>(record, in, n);
    CUDA_CHECK(cudaGetLastError());
}
