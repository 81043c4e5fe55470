// EXPECT memory.constant.constant: words per constant load
//
// Each lane begins with another coefficient.
#define polynomial sound_polynomial
#include "../solutions/10_memory/memory.cu"
#undef polynomial

__global__ void wrong_evaluate(unsigned *out, const unsigned *x, int n, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned at = x[i], sum = 0;
    unsigned power = 1;
    for (int k = 0; k < threadIdx.x % 32 % count; k++)
        power *= at;
    for (int turn = 0; turn < count; turn++) {
        int k = (threadIdx.x % 32 + turn) % count;
        if (k == 0)
            power = 1;
        sum += coefficient[k] * power; // WRONG
        power *= at;
    }
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
