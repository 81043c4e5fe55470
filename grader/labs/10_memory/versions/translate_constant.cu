// EXPECT memory.constant.shared: constant memory gives
//
// The table is in constant memory.
#define translate_bytes sound_translate_bytes
#include "../solutions/10_memory/memory.cu"
#undef translate_bytes

__constant__ unsigned wrong_table[TABLE_WORDS];

__global__ void wrong_translate(unsigned *out, const unsigned char *in, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = wrong_table[in[i]]; // WRONG
}

extern "C" void translate_bytes(unsigned *out, const unsigned char *in, int n, const unsigned *table)
{
    CUDA_CHECK(cudaMemcpyToSymbol(wrong_table, table, TABLE_WORDS * sizeof(unsigned), 0,
                                  cudaMemcpyDeviceToDevice));
    if (n > 0)
        wrong_translate<<<min(ceil_div(n, MEMORY_BLOCK), 264), MEMORY_BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
