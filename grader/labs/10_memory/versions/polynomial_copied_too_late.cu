// EXPECT memory.constant.polynomial: n=
//
// The coefficients are copied after the launch.
#define polynomial sound_polynomial
#include "../solutions/10_memory/memory.cu"
#undef polynomial

extern "C" void polynomial(unsigned *out, const unsigned *x, int n, const unsigned *c, int count)
{
    if (n == 0)
        return;
    evaluate<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(out, x, n, count);
    CUDA_CHECK(cudaMemcpyToSymbol(coefficient, c, count * sizeof *c));
    CUDA_CHECK(cudaGetLastError());
}
