// EXPECT full marks
//
// Four bytes per thread where they are aligned; the table by dynamic shared memory.
#define translate_bytes sound_translate_bytes
#include "../solutions/10_memory/memory.cu"
#undef translate_bytes

__global__ void four_bytes(unsigned *out, const unsigned char *in, int n, const unsigned *__restrict__ table)
{
    extern __shared__ unsigned mine[];
    if (threadIdx.x < TABLE_WORDS)
        mine[threadIdx.x] = __ldg(table + threadIdx.x);
    __syncthreads();
    int me = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
    for (int i = me; i < n / 4; i += threads) {
        uchar4 v = ((const uchar4 *)in)[i];
        ((uint4 *)out)[i] = make_uint4(mine[v.x], mine[v.y], mine[v.z], mine[v.w]);
    }
    if (me < n % 4)
        out[n / 4 * 4 + me] = mine[in[n / 4 * 4 + me]];
}

extern "C" void translate_bytes(unsigned *out, const unsigned char *in, int n, const unsigned *table)
{
    if (n > 0)
        four_bytes<<<min(ceil_div(n, 4 * MEMORY_BLOCK), 132), MEMORY_BLOCK, TABLE_WORDS * sizeof(unsigned)>>>(out, in, n, table);
    CUDA_CHECK(cudaGetLastError());
}
