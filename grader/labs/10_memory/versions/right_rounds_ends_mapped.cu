// EXPECT full marks
//
// The first round reads, and the last one writes, the mapped memory itself.
#define table_rounds sound_table_rounds
#include "../solutions/10_memory/memory.cu"
#undef table_rounds

__global__ void mix_to(unsigned *out, const unsigned *in, int n, unsigned round)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = MEMORY_A * in[i] + round;
}

extern "C" void table_rounds(unsigned *data, int n, int rounds)
{
    if (n == 0)
        return;
    unsigned *mine;
    int blocks = ceil_div(n, MEMORY_BLOCK);
    CUDA_CHECK(cudaMalloc(&mine, n * sizeof *mine));
    for (int round = 0; round < rounds; round++)
        mix_to<<<blocks, MEMORY_BLOCK>>>(round == rounds - 1 ? data : mine, round == 0 ? data : mine, n, round);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(mine));
}
