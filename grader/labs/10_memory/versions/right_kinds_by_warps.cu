// EXPECT full marks
//
// Warps take turns: even ones walk, odd ones shake.
#define two_kinds_of_work sound_two_kinds_of_work
#define two_kinds sound_two_kinds
#include "../solutions/10_memory/memory.cu"
#undef two_kinds_of_work
#undef two_kinds

__global__ void two_kinds_of_work(unsigned *out, const unsigned *in, int n)
{
    int half = blockDim.x / 2, me = threadIdx.x / 64 * 32 + threadIdx.x % 32;
    bool odd = threadIdx.x / 32 % 2; // the same in a whole warp
    for (int turn = 0; turn < 2; turn++) {
        int i = blockIdx.x * 2 * blockDim.x + turn * blockDim.x + 2 * me + odd;
        if (i < n)
            out[i] = odd ? shake(in[i]) : walk(in[i]);
    }
}

extern "C" void two_kinds(unsigned *out, const unsigned *in, int n)
{
    if (n > 0)
        two_kinds_of_work<<<ceil_div(n, 2 * MEMORY_BLOCK), MEMORY_BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
