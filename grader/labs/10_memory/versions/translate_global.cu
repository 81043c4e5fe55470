// EXPECT memory.constant.shared: sectors loaded
//
// Every look-up goes to global memory.
#define translate_bytes sound_translate_bytes
#include "../solutions/10_memory/memory.cu"
#undef translate_bytes

__global__ void wrong_translate(unsigned *out, const unsigned char *in, int n, const unsigned *table)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = table[in[i]]; // WRONG
}

extern "C" void translate_bytes(unsigned *out, const unsigned char *in, int n, const unsigned *table)
{
    if (n > 0)
        wrong_translate<<<min(ceil_div(n, MEMORY_BLOCK), 264), MEMORY_BLOCK>>>(out, in, n, table);
    CUDA_CHECK(cudaGetLastError());
}
