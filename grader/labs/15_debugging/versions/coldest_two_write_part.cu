// EXPECT debugging.coldest.right: Race reported between
// FIRST Race reported between Write access
//
// Thread t fills part[t], and a lane of another warp writes there, too.
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
    if (t < WARP_SIZE)
        part[t] = 2147483647; // WRONG
    if (t % WARP_SIZE == 0)
        part[t / WARP_SIZE] = least; // WRONG
    __syncthreads();
    if (t < WARP_SIZE) {
        least = warp_smallest(part[t]);
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
