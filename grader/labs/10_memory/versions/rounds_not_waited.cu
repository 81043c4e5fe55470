// EXPECT memory.kinds.safe: without waiting
//
// The last copy is not waited for.
#define table_rounds sound_table_rounds
#include "../solutions/10_memory/memory.cu"
#undef table_rounds

extern "C" void table_rounds(unsigned *data, int n, int rounds)
{
    if (n == 0)
        return;
    unsigned *copy;
    size_t bytes = n * sizeof(unsigned);
    CUDA_CHECK(cudaMallocAsync(&copy, bytes, 0));
    CUDA_CHECK(cudaMemcpyAsync(copy, data, bytes, cudaMemcpyHostToDevice, 0));
    for (int round = 0; round < rounds; round++)
        mix_words<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(copy, n, round);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpyAsync(data, copy, bytes, cudaMemcpyDeviceToHost, 0));
    CUDA_CHECK(cudaFreeAsync(copy, 0));
}
