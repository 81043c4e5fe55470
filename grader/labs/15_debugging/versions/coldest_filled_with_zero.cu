// EXPECT debugging.coldest.right: want
//
// All of part[] is filled, but with 0, which is colder than summer.
#define debug_coldest sound_debug_coldest
#include "../solutions/15_debugging/debugging.cu"
#undef debug_coldest

__global__ void wrong(int *out, const int *in, int n)
{
    __shared__ int part[WARP_SIZE];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    if (t < WARP_SIZE)
        part[t] = 0;
    __syncthreads();
    int least = warp_smallest(in[min(i, n - 1)]);
    if (t % WARP_SIZE == 0)
        part[t / WARP_SIZE] = least;
    __syncthreads();
    if (t < WARP_SIZE) {
        least = warp_smallest(part[t]);
        if (t == 0)
            out[blockIdx.x] = least; // WRONG
    }
}

extern "C" void debug_coldest(int *out, const int *in, int n)
{
    if (n > 0)
        wrong<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
