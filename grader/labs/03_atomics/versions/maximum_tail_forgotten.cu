// EXPECT atomics.maximum.right: got
//
// Only whole groups of EACH elements.
#define max_float sound_max_float
#include "../solutions/03_atomics/atomics.cu"
#undef max_float

__global__ void wrong(float *result, const float *in, int n)
{
    int start = blockIdx.x * BLOCK * EACH + threadIdx.x;
    float best = -INFINITY;
    for (int i = start; i + BLOCK < n && i < start + BLOCK * EACH; i += BLOCK)
        best = fmaxf(best, in[i]);
    atomic_max(result, best);
}

extern "C" void max_float(float *result, const float *in, int n)
{
    if (n > 0)
        wrong<<<blocks_for(n, EACH), BLOCK>>>(result, in, n);
    CUDA_CHECK(cudaGetLastError());
}
