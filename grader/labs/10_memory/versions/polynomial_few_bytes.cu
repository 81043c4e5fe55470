// EXPECT memory.constant.polynomial: n=
//
// cudaMemcpyToSymbol gets a number of words, not of bytes.
#define polynomial sound_polynomial
#include "../solutions/10_memory/memory.cu"
#undef polynomial

extern "C" void polynomial(unsigned *out, const unsigned *x, int n, const unsigned *c, int count)
{
    if (n == 0)
        return;
    CUDA_CHECK(cudaMemcpyToSymbol(coefficient, c, count));
    evaluate<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(out, x, n, count);
    CUDA_CHECK(cudaGetLastError());
}
