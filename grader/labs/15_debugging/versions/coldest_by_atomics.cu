// EXPECT full marks
//
// An atomic minimum in shared memory instead of part[].
#define debug_coldest sound_debug_coldest
#include "../solutions/15_debugging/debugging.cu"
#undef debug_coldest

__global__ void by_atomics(int *out, const int *in, int n)
{
    __shared__ int least;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (threadIdx.x == 0)
        least = in[i];
    __syncthreads();
    if (i < n)
        atomicMin(&least, in[i]);
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = least;
}

extern "C" void debug_coldest(int *out, const int *in, int n)
{
    if (n > 0)
        by_atomics<<<ceil_div(n, BLOCK), BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}
