// EXPECT memory.constant.polynomial: was written by a copy of the host
// FIRST was written by a copy of the host
//
// A kernel reads the input and stores something; the results are those of the host, to which the
// coefficients belong.
#define polynomial sound_polynomial
#include "../solutions/10_memory/memory.cu"
#undef polynomial
#include <cstdlib>

__global__ void something(unsigned *out, const unsigned *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = x[i];
}

extern "C" void polynomial(unsigned *out, const unsigned *x, int n, const unsigned *c, int count)
{
    if (n <= 0)
        return;
    unsigned *h = (unsigned *)malloc(n * sizeof *h);
    something<<<(n + 255) / 256, 256>>>(out, x, n);
    CUDA_CHECK(cudaMemcpy(h, x, n * sizeof *h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++) {
        unsigned sum = 0;
        for (int k = count - 1; k >= 0; k--)
            sum = sum * h[i] + c[k];
        h[i] = sum;
    }
    CUDA_CHECK(cudaMemcpy(out, h, n * sizeof *h, cudaMemcpyHostToDevice));
    free(h);
}
