// EXPECT shared_memory.shift.barriers: shared loads
//
// Every round reads from `in` what the element will be; shared memory is not used at all.
#define tile_shift sound_shift
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_shift

__global__ void wrong(int *out, const int *in, int n, int rounds)
{
    int start = blockIdx.x * blockDim.x, i = threadIdx.x;
    int last = min((int)blockDim.x, n - start) - 1, from = i;
    for (int r = 0; r < rounds && from < last; r++)
        from++;
    if (i <= last)
        out[start + i] = in[start + from]; // WRONG
}

extern "C" void tile_shift(int *out, const int *in, int n, int rounds, int block)
{
    int blocks = ceil_div(n, block);
    if (blocks > 0)
        wrong<<<blocks, block, 0>>>(out, in, n, rounds);
    CUDA_CHECK(cudaGetLastError());
}
