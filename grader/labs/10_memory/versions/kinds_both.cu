// EXPECT memory.instructions.warps: instructions
//
// Every thread does both kinds of work, and takes one result.
#define two_kinds sound_two_kinds
#include "../solutions/10_memory/memory.cu"
#undef two_kinds

__global__ void wrong_kinds(unsigned *out, const unsigned *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned even = walk(in[i]), odd = shake(in[i]);
    out[i] = i % 2 ? odd : even;
}

extern "C" void two_kinds(unsigned *out, const unsigned *in, int n)
{
    if (n > 0)
        wrong_kinds<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
