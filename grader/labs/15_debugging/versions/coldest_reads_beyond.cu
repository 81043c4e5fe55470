// EXPECT debugging.coldest.safe: Invalid __global__ read
//
// The threads behind the last day read it, too.
#define debug_coldest sound_debug_coldest
#include "../solutions/15_debugging/debugging.cu"
#undef debug_coldest

__global__ void other_coldest(int *out, const int *in, int n)
{
    __shared__ int part[WARP_SIZE];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    int least = warp_smallest(in[i]); // WRONG
    if (t % WARP_SIZE == 0)
        part[t / WARP_SIZE] = least;
    __syncthreads();
    if (t < WARP_SIZE) {
        least = warp_smallest(part[min(t, WARPS - 1)]);
        if (t == 0)
            out[blockIdx.x] = least;
    }
}

extern "C" void debug_coldest(int *out, const int *in, int n)
{
    if (n > 0)
        other_coldest<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
