// EXPECT memory.instructions.kinds: exchanged
//
// Even elements shake.
#define two_kinds sound_two_kinds
#include "../solutions/10_memory/memory.cu"
#undef two_kinds

__global__ void wrong_kinds(unsigned *out, const unsigned *in, int n)
{
    int half = blockDim.x / 2, me = threadIdx.x % half;
    bool odd = threadIdx.x < half;
    for (int turn = 0; turn < 2; turn++) {
        int i = blockIdx.x * 2 * blockDim.x + turn * blockDim.x + 2 * me + odd;
        if (i < n)
            out[i] = odd ? walk(in[i]) : shake(in[i]); // WRONG
    }
}

extern "C" void two_kinds(unsigned *out, const unsigned *in, int n)
{
    if (n > 0)
        wrong_kinds<<<ceil_div(n, 2 * MEMORY_BLOCK), MEMORY_BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
