// EXPECT memory.kinds.many: over the bus
//
// Every round reads and writes the memory of the host.
#define table_rounds sound_table_rounds
#include "../solutions/10_memory/memory.cu"
#undef table_rounds

extern "C" void table_rounds(unsigned *data, int n, int rounds)
{
    if (n == 0)
        return;
    for (int round = 0; round < rounds; round++)
        mix_words<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(data, n, round);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
