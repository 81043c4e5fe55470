// EXPECT full marks
//
// Lanes without a warp bring the largest int.
#define coldest sound_coldest
#define debug_coldest sound_debug_coldest
#include "../solutions/15_debugging/debugging.cu"
#undef coldest
#undef debug_coldest

__global__ void coldest(int *__restrict__ out, const int *__restrict__ in, int n)
{
    __shared__ int part[WARP_SIZE];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    int least = warp_smallest(in[min(i, n - 1)]);
    if (t % WARP_SIZE == 0)
        part[t / WARP_SIZE] = least;
    __syncthreads();
    if (t < WARP_SIZE) {
        least = warp_smallest(t < WARPS ? part[t] : 2147483647);
        if (t == 0)
            out[blockIdx.x] = least;
    }
}

extern "C" void debug_coldest(int *out, const int *in, int n)
{
    if (n > 0)
        coldest<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
