// EXPECT memory.constant.constant: constant loads
//
// The coefficients are in global memory.
#define polynomial sound_polynomial
#include "../solutions/10_memory/memory.cu"
#undef polynomial

__global__ void wrong_evaluate(unsigned *out, const unsigned *x, int n, const unsigned *c, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0;
    if (i >= n)
        return;
    for (int k = count - 1; k >= 0; k--)
        sum = sum * x[i] + c[k]; // WRONG
    out[i] = sum;
}

extern "C" void polynomial(unsigned *out, const unsigned *x, int n, const unsigned *c, int count)
{
    if (n == 0)
        return;
    unsigned *d;
    CUDA_CHECK(cudaMalloc(&d, count * sizeof *d));
    CUDA_CHECK(cudaMemcpy(d, c, count * sizeof *d, cudaMemcpyHostToDevice));
    wrong_evaluate<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(out, x, n, d, count);
    CUDA_CHECK(cudaFree(d));
    CUDA_CHECK(cudaGetLastError());
}
