// EXPECT shared_memory.shift.safe: Uninitialized
//
// The bound is the size of the block, not of the tile: in the last, shorter tile the threads
// read words that no thread wrote.
#define tile_shift sound_shift
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_shift

__global__ void wrong(int *out, const int *in, int n, int rounds)
{
    extern __shared__ int s[]; // the launch says how large
    int start = blockIdx.x * blockDim.x;
    int count = min((int)blockDim.x, n - start);
    int i = threadIdx.x;
    if (i < count)
        s[i] = in[start + i];
    __syncthreads(); // the tile is complete before a thread reads it
    for (int r = 0; r < rounds; r++)
        shift_once(s, blockDim.x);
    if (i < count)
        out[start + i] = s[i];
}

extern "C" void tile_shift(int *out, const int *in, int n, int rounds, int block)
{
    int blocks = ceil_div(n, block);
    if (blocks > 0)
        wrong<<<blocks, block, block * sizeof(int)>>>(out, in, n, rounds);
    CUDA_CHECK(cudaGetLastError());
}
