// EXPECT thrust.distance.hand_once: global atomics
//
// Each element has its atomic.
#define distance_by_hand sound_distance_by_hand
#include "../solutions/14_thrust/thrust.cu"
#undef distance_by_hand

__global__ void add_each(long long *sum, const int *x, const int *y, int n)
{
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        atomicAdd((unsigned long long *)sum, (unsigned long long)Distance()(x[i], y[i])); // WRONG
}

extern "C" void distance_by_hand(long long *sum, const int *x, const int *y, int n)
{
    long long *d_sum;
    CUDA_CHECK(cudaMalloc(&d_sum, sizeof *d_sum));
    CUDA_CHECK(cudaMemset(d_sum, 0, sizeof *d_sum));
    if (n > 0)
        add_each<<<min(BLOCKS, ceil_div(n, BLOCK)), BLOCK>>>(d_sum, x, y, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(sum, d_sum, sizeof *sum, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_sum));
}
