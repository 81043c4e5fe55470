// EXPECT full marks
//
// The tile is filled with zeros first, and all threads read and write in every round.
#define tile_shift sound_shift
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_shift

__global__ void zeroed(int *out, const int *in, int n, int rounds)
{
    extern __shared__ int s[];
    unsigned i = threadIdx.x, at = blockIdx.x * blockDim.x + i;
    unsigned count = min(blockDim.x, n - blockIdx.x * blockDim.x);
    s[i] = 0;
    if (at < n)
        s[i] = in[at];
    __syncthreads();
    while (rounds-- > 0) {
        int value = s[i + 1 < count ? i + 1 : i];
        __syncthreads();
        s[i] = value;
        __syncthreads();
    }
    if (at < n)
        out[at] = s[i];
}

extern "C" void tile_shift(int *out, const int *in, int n, int rounds, int block)
{
    int blocks = ceil_div(n, block);
    if (blocks > 0)
        zeroed<<<blocks, block, block * sizeof(int)>>>(out, in, n, rounds);
    CUDA_CHECK(cudaGetLastError());
}
