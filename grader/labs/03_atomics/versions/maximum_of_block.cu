// EXPECT full marks
//
// The maximum of the block by shuffles and shared memory; one compare-and-swap loop per block.
#define max_float sound_max_float
#include "../solutions/03_atomics/atomics.cu"
#undef max_float

__global__ void of_block(float *result, const float *in, int n)
{
    __shared__ float warps[BLOCK / WARP_SIZE];
    float best = -INFINITY;
    int start = blockIdx.x * BLOCK * EACH + threadIdx.x;
    for (int i = start; i < n && i < start + BLOCK * EACH; i += BLOCK)
        best = fmaxf(best, in[i]);
    for (int d = 16; d > 0; d /= 2)
        best = fmaxf(best, __shfl_xor_sync(0xffffffff, best, d));
    if (threadIdx.x % WARP_SIZE == 0)
        warps[threadIdx.x / WARP_SIZE] = best;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    for (int w = 1; w < BLOCK / WARP_SIZE; w++)
        best = fmaxf(best, warps[w]);
    int old = __float_as_int(*(volatile float *)result), assumed;
    do {
        assumed = old;
        if (__int_as_float(assumed) >= best)
            return;
        old = atomicCAS((int *)result, assumed, __float_as_int(best));
    } while (assumed != old);
}

extern "C" void max_float(float *result, const float *in, int n)
{
    if (n > 0)
        of_block<<<blocks_for(n, EACH), BLOCK>>>(result, in, n);
    CUDA_CHECK(cudaGetLastError());
}
