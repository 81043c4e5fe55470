// EXPECT full marks
//
// Powers instead of Horner; several elements per thread.
#define polynomial sound_polynomial
#include "../solutions/10_memory/memory.cu"
#undef polynomial

__global__ void by_powers(unsigned *out, const unsigned *x, int n, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned sum = coefficient[0], at = x[i], power = at;
        for (int k = 1; k < count; k++, power *= at)
            sum += coefficient[k] * power;
        out[i] = sum;
    }
}

extern "C" void polynomial(unsigned *out, const unsigned *x, int n, const unsigned *c, int count)
{
    if (n == 0)
        return;
    CUDA_CHECK(cudaMemcpyToSymbolAsync(coefficient, c, count * sizeof *c, 0, cudaMemcpyHostToDevice, 0));
    by_powers<<<min(ceil_div(n, 512), 132), 512>>>(out, x, n, count);
    CUDA_CHECK(cudaGetLastError());
}
