// EXPECT memory.kinds.few: busiest thread
//
// One warp picks all words.
#define table_lookup sound_table_lookup
#include "../solutions/10_memory/memory.cu"
#undef table_lookup

__global__ void pick_by_warp(int *out, const int *table, const int *index, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        out[i] = table[index[i]];
}

extern "C" void table_lookup(int *out, const int *table, int size, const int *index, int n)
{
    int *mapped;
    (void)size;
    CUDA_CHECK(cudaHostGetDevicePointer((void **)&mapped, (void *)table, 0));
    if (n > 0)
        pick_by_warp<<<1, 32>>>(out, mapped, index, n);
    CUDA_CHECK(cudaGetLastError());
}
