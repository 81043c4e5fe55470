// EXPECT memory.kinds.few: microseconds of copies
//
// The whole table is copied for a few words.
#define table_lookup sound_table_lookup
#include "../solutions/10_memory/memory.cu"
#undef table_lookup

extern "C" void table_lookup(int *out, const int *table, int size, const int *index, int n)
{
    int *copy;
    CUDA_CHECK(cudaMalloc(&copy, size * sizeof(int)));
    CUDA_CHECK(cudaMemcpy(copy, table, size * sizeof(int), cudaMemcpyHostToDevice));
    if (n > 0)
        pick_words<<<ceil_div(n, MEMORY_BLOCK), MEMORY_BLOCK>>>(out, copy, index, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(copy));
}
