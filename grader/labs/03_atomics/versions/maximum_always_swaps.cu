// EXPECT atomics.maximum.compare: updates of global memory
//
// Every thread swaps for every element, also where the result is larger.
#define max_float sound_max_float
#include "../solutions/03_atomics/atomics.cu"
#undef max_float

__global__ void wrong(float *result, const float *in, int n)
{
    int start = blockIdx.x * BLOCK * EACH + threadIdx.x;
    for (int i = start; i < n && i < start + BLOCK * EACH; i += BLOCK) {
        int seen = *(volatile int *)result, expected;
        do {
            expected = seen;
            float larger = fmaxf(__int_as_float(expected), in[i]);
            seen = atomicCAS((int *)result, expected, __float_as_int(larger)); // WRONG
        } while (seen != expected);
    }
}

extern "C" void max_float(float *result, const float *in, int n)
{
    if (n > 0)
        wrong<<<blocks_for(n, EACH), BLOCK>>>(result, in, n);
    CUDA_CHECK(cudaGetLastError());
}
