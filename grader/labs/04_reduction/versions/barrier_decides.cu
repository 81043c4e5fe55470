// EXPECT full marks
//
// The barrier itself says which block is the last one, the sums are read by the first warp alone,
// and the counter is reset by the host.
#define reduce_single_int sound_single_int
#define reduce_single_float sound_single_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_single_int
#undef reduce_single_float

template <typename T>
__global__ void other(T *out, const T *in, int n, unsigned int *tickets)
{
    bool is_last = false;
    T sum = block_sum(thread_sum(in, n));
    if (threadIdx.x == 0) {
        block_sums<T>[blockIdx.x] = sum;
        __threadfence();
        is_last = atomicAdd(tickets, 1u) == gridDim.x - 1;
    }
    if (!__syncthreads_or(is_last))
        return;
    __threadfence();
    if (threadIdx.x >= WARP_SIZE)
        return;
    T rest = 0;
    for (int b = threadIdx.x; b < gridDim.x; b += WARP_SIZE)
        rest += block_sums<T>[b];
    rest = warp_sum(rest);
    if (threadIdx.x == 0)
        *out = rest;
}

template <typename T>
void launch_other(T *out, const T *in, int n)
{
    unsigned int *tickets;
    CUDA_CHECK(cudaMalloc(&tickets, sizeof *tickets));
    CUDA_CHECK(cudaMemset(tickets, 0, sizeof *tickets));
    int blocks = n / (4 * TILE);
    other<<<blocks < 32 ? 32 : blocks > 264 ? 264 : blocks, BLOCK>>>(out, in, n, tickets);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaFree(tickets));
}

extern "C" void reduce_single_int(int *out, const int *in, int n)
{
    launch_other(out, in, n);
}

extern "C" void reduce_single_float(float *out, const float *in, int n)
{
    launch_other(out, in, n);
}
