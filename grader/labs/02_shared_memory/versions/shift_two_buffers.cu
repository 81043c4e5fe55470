// EXPECT full marks
//
// Two tiles in turn: each round reads from one and writes to the other, with one barrier.
#define tile_shift sound_shift
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_shift

__global__ void in_turn(int *out, const int *in, int n, int rounds)
{
    extern __shared__ int s[];
    int *now = s, *next = s + blockDim.x;
    int start = blockIdx.x * blockDim.x, i = threadIdx.x;
    int last = min((int)blockDim.x, n - start) - 1;
    now[i] = i <= last ? in[start + i] : 0;
    for (int r = 0; r < rounds; r++) {
        __syncthreads();
        next[i] = now[i < last ? i + 1 : i];
        int *swap = now;
        now = next;
        next = swap;
    }
    if (i <= last)
        out[start + i] = now[i];
}

extern "C" void tile_shift(int *out, const int *in, int n, int rounds, int block)
{
    int blocks = ceil_div(n, block);
    if (blocks > 0)
        in_turn<<<blocks, block, 2 * block * sizeof(int)>>>(out, in, n, rounds);
    CUDA_CHECK(cudaGetLastError());
}
