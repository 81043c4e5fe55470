// EXPECT memory.instructions.kinds: halves of the block
//
// The halves of the block take the halves of its elements.
#define two_kinds sound_two_kinds
#include "../solutions/10_memory/memory.cu"
#undef two_kinds

__global__ void wrong_kinds(unsigned *out, const unsigned *in, int n)
{
    int i = blockIdx.x * 2 * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = walk(in[i]); // WRONG
    i += blockDim.x;
    if (i < n)
        out[i] = shake(in[i]); // WRONG
}

extern "C" void two_kinds(unsigned *out, const unsigned *in, int n)
{
    if (n > 0)
        wrong_kinds<<<ceil_div(n, 2 * MEMORY_BLOCK), MEMORY_BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
