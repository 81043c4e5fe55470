// EXPECT full marks
//
// Pinned memory has one address for host and device, so the pointer is used as it is.
#define table_lookup sound_table_lookup
#include "../solutions/10_memory/memory.cu"
#undef table_lookup

extern "C" void table_lookup(int *out, const int *table, int size, const int *index, int n)
{
    (void)size;
    if (n == 0)
        return;
    pick_words<<<ceil_div(n, 64), 64>>>(out, table, index, n);
    CUDA_CHECK(cudaGetLastError());
}
