// EXPECT memory.constant.polynomial: wrong order
//
// The coefficients are taken from the first one on.
#define polynomial sound_polynomial
#include "../solutions/10_memory/memory.cu"
#undef polynomial

__global__ void wrong_evaluate(unsigned *out, const unsigned *x, int n, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned at = x[i], sum = 0;
    for (int k = 0; k < count; k++)
        sum = sum * at + coefficient[k];
    out[i] = sum; // WRONG
}

extern "C" void polynomial(unsigned *out, const unsigned *x, int n, const unsigned *c, int count)
{
    if (n == 0)
        return;
    CUDA_CHECK(cudaMemcpyToSymbol(coefficient, c, count * sizeof *c));
    wrong_evaluate<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(out, x, n, count);
    CUDA_CHECK(cudaGetLastError());
}
