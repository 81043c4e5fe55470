// EXPECT memory.kinds.rounds: counted from 1
//
// The rounds are counted from 1.
#define table_rounds sound_table_rounds
#include "../solutions/10_memory/memory.cu"
#undef table_rounds

extern "C" void table_rounds(unsigned *data, int n, int rounds)
{
    if (n == 0)
        return;
    unsigned *copy;
    size_t bytes = n * sizeof(unsigned);
    CUDA_CHECK(cudaMalloc(&copy, bytes));
    CUDA_CHECK(cudaMemcpy(copy, data, bytes, cudaMemcpyHostToDevice));
    for (int round = 1; round <= rounds; round++)
        mix_words<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(copy, n, round);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(data, copy, bytes, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(copy));
}
