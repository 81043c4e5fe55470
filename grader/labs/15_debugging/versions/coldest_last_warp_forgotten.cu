// EXPECT debugging.coldest.right: want
//
// The result of the last warp is not compared.
#define debug_coldest sound_debug_coldest
#include "../solutions/15_debugging/debugging.cu"
#undef debug_coldest

__global__ void other_coldest(int *out, const int *in, int n)
{
    __shared__ int part[WARP_SIZE];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    int least = warp_smallest(in[min(i, n - 1)]);
    if (t % WARP_SIZE == 0)
        part[t / WARP_SIZE] = least;
    __syncthreads();
    if (t < WARP_SIZE) {
        least = warp_smallest(part[min(t, WARPS - 2)]);
        if (t == 0)
            out[blockIdx.x] = least; // WRONG
    }
}

extern "C" void debug_coldest(int *out, const int *in, int n)
{
    if (n > 0)
        other_coldest<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
