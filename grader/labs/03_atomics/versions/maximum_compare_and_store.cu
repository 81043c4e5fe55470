// EXPECT atomics.maximum.safe: Race reported
//
// A comparison and a plain store.
#define max_float sound_max_float
#include "../solutions/03_atomics/atomics.cu"
#undef max_float

__global__ void wrong(float *result, const float *in, int n)
{
    int start = blockIdx.x * BLOCK * EACH + threadIdx.x;
    float best = -INFINITY;
    for (int i = start; i < n && i < start + BLOCK * EACH; i += BLOCK)
        best = fmaxf(best, in[i]);
    if (best > *result)
        *result = best; // WRONG
}

extern "C" void max_float(float *result, const float *in, int n)
{
    if (n > 0)
        wrong<<<blocks_for(n, EACH), BLOCK>>>(result, in, n);
    CUDA_CHECK(cudaGetLastError());
}
