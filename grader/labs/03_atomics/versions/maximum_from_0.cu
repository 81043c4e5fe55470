// EXPECT atomics.maximum.right: larger than all of them
//
// The thread's own maximum starts with 0.
#define max_float sound_max_float
#include "../solutions/03_atomics/atomics.cu"
#undef max_float

__global__ void wrong(float *result, const float *in, int n)
{
    int start = blockIdx.x * BLOCK * EACH + threadIdx.x;
    float best = 0;
    for (int i = start; i < n && i < start + BLOCK * EACH; i += BLOCK)
        best = fmaxf(best, in[i]);
    atomic_max(result, best);
}

extern "C" void max_float(float *result, const float *in, int n)
{
    if (n > 0)
        wrong<<<blocks_for(n, EACH), BLOCK>>>(result, in, n);
    CUDA_CHECK(cudaGetLastError());
}
