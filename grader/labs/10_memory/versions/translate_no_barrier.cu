// EXPECT memory.constant.safe: Race
//
// No barrier behind the copy of the table.
#define translate_bytes sound_translate_bytes
#include "../solutions/10_memory/memory.cu"
#undef translate_bytes

__global__ void wrong_translate(unsigned *out, const unsigned char *in, int n, const unsigned *table)
{
    __shared__ unsigned fast[TABLE_WORDS];
    for (int k = threadIdx.x; k < TABLE_WORDS; k += blockDim.x)
        fast[k] = table[k];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = fast[in[i]]; // WRONG
}

extern "C" void translate_bytes(unsigned *out, const unsigned char *in, int n, const unsigned *table)
{
    if (n > 0)
        wrong_translate<<<min(ceil_div(n, MEMORY_BLOCK), 264), MEMORY_BLOCK>>>(out, in, n, table);
    CUDA_CHECK(cudaGetLastError());
}
