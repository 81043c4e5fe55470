// EXPECT shared_memory.shift.right: first at
//
// The last element of a tile takes the value of the first one.
#define tile_shift sound_shift
#include "../solutions/02_shared_memory/shared_memory.cu"
#undef tile_shift

__global__ void wrong(int *out, const int *in, int n, int rounds)
{
    extern __shared__ int s[];
    int start = blockIdx.x * blockDim.x, i = threadIdx.x;
    int count = min((int)blockDim.x, n - start);
    if (i < count)
        s[i] = in[start + i];
    __syncthreads();
    for (int r = 0; r < rounds; r++) {
        int value = i < count ? s[(i + 1) % count] : 0;
        __syncthreads();
        if (i < count)
            s[i] = value;
        __syncthreads();
    }
    if (i < count)
        out[start + i] = s[i]; // WRONG
}

extern "C" void tile_shift(int *out, const int *in, int n, int rounds, int block)
{
    int blocks = ceil_div(n, block);
    if (blocks > 0)
        wrong<<<blocks, block, block * sizeof(int)>>>(out, in, n, rounds);
    CUDA_CHECK(cudaGetLastError());
}
