// EXPECT shared_memory.shift.safe: Invalid __shared__
//
// The tile has room for 256 elements, and a block may have 1024 threads.
#define tile_shift sound_shift
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_shift

__global__ void wrong(int *out, const int *in, int n, int rounds)
{
    __shared__ int s[256];
    int start = blockIdx.x * blockDim.x, i = threadIdx.x;
    int count = min((int)blockDim.x, n - start);
    if (i < count)
        s[i] = in[start + i]; // WRONG
    __syncthreads();
    for (int r = 0; r < rounds; r++) {
        int value = i + 1 < count ? s[i + 1] : 0;
        __syncthreads();
        if (i + 1 < count)
            s[i] = value;
        __syncthreads();
    }
    if (i < count)
        out[start + i] = s[i];
}

extern "C" void tile_shift(int *out, const int *in, int n, int rounds, int block)
{
    int blocks = ceil_div(n, block);
    if (blocks > 0)
        wrong<<<blocks, block, 0>>>(out, in, n, rounds);
    CUDA_CHECK(cudaGetLastError());
}
