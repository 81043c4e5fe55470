// EXPECT shared_memory.shift.safe: barrier
//
// The barriers are inside the if, which the last thread skips.
#define tile_shift sound_shift
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_shift

__device__ void wrong_shift_once(int *s, int count)
{
    int i = threadIdx.x;
    bool moves = i + 1 < count;
    if (moves) {
        int value = s[i + 1];
        __syncthreads();
        s[i] = value;
        __syncthreads();
    }
}

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
        wrong_shift_once(s, count);
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
