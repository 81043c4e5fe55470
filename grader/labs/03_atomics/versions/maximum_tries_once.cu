// EXPECT atomics.maximum.right: got
//
// A swap that failed has to be tried again.
#define max_float sound_max_float
#include "../solutions/03_atomics/atomics.cu"
#undef max_float

__device__ void wrong_max(float *address, float value)
{
    int seen = *(volatile int *)address;
    if (__int_as_float(seen) < value)
        atomicCAS((int *)address, seen, __float_as_int(value)); // WRONG
}

__global__ void wrong(float *result, const float *in, int n)
{
    int start = blockIdx.x * BLOCK * EACH + threadIdx.x;
    float best = -INFINITY;
    for (int i = start; i < n && i < start + BLOCK * EACH; i += BLOCK)
        best = fmaxf(best, in[i]);
    wrong_max(result, best);
}

extern "C" void max_float(float *result, const float *in, int n)
{
    if (n > 0)
        wrong<<<blocks_for(n, EACH), BLOCK>>>(result, in, n);
    CUDA_CHECK(cudaGetLastError());
}
