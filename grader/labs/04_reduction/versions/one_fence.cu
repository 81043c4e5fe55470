// EXPECT full marks
//
// As in NVIDIA's programming guide: one fence, and the barrier after the ticket.
#define reduce_single_int sound_single_int
#define reduce_single_float sound_single_float
#include "../solutions/04_reduction/reduction.cu"
#undef reduce_single_int
#undef reduce_single_float

template <typename T>
__global__ void other(T *out, const T *in, int n)
{
    __shared__ bool last;
    T sum = block_sum(thread_sum(in, n));
    if (threadIdx.x == 0) {
        block_sums<T>[blockIdx.x] = sum;
        __threadfence();
        unsigned int ticket = atomicInc(&blocks_done, gridDim.x - 1);
        last = ticket == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        T rest = 0;
        for (int b = threadIdx.x; b < gridDim.x; b += BLOCK)
            rest += block_sums<T>[b];
        rest = block_sum(rest);
        if (threadIdx.x == 0)
            *out = rest;
    }
}

template <typename T>
void launch_other(T *out, const T *in, int n)
{
    int blocks = ceil_div(n, TILE);
    blocks = blocks < 1 ? 1 : blocks > MAX_BLOCKS ? MAX_BLOCKS : blocks;
    other<<<blocks, BLOCK>>>(out, in, n);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void reduce_single_int(int *out, const int *in, int n)
{
    launch_other(out, in, n);
}

extern "C" void reduce_single_float(float *out, const float *in, int n)
{
    launch_other(out, in, n);
}
