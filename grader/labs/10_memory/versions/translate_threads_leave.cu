// EXPECT memory.constant.translate: Barrier error detected
// FIRST Barrier error detected
//
// Threads without a byte leave before the barrier.
#define translate sound_translate
#define translate_bytes sound_translate_bytes
#include "../solutions/10_memory/memory.cu"
#undef translate
#undef translate_bytes

__global__ void translate(unsigned *out, const unsigned char *in, int n, const unsigned *table)
{
    __shared__ unsigned fast[TABLE_WORDS];
    if (blockIdx.x * blockDim.x + threadIdx.x >= n)
        return;
    for (int k = threadIdx.x; k < TABLE_WORDS; k += blockDim.x)
        fast[k] = table[k];
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = fast[in[i]];
}

extern "C" void translate_bytes(unsigned *out, const unsigned char *in, int n,
                                const unsigned *table)
{
    if (n > 0)
        translate<<<min(ceil_div(n, MEMORY_BLOCK), 264), MEMORY_BLOCK>>>(out, in, n, table);
    CUDA_CHECK(cudaGetLastError());
}
