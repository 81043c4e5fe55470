// EXPECT full marks
//
// By hand, with a sum of each block in shared memory.
#define distance_by_hand sound_distance_by_hand
#include "../solutions/14_thrust/thrust.cu"
#undef distance_by_hand

__global__ void add_in_blocks(long long *sum, const int *x, const int *y, int n)
{
    __shared__ unsigned long long all;
    unsigned long long mine = 0;
    if (threadIdx.x == 0)
        all = 0;
    __syncthreads();
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        mine += Distance()(x[i], y[i]);
    atomicAdd(&all, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd((unsigned long long *)sum, all);
}

extern "C" void distance_by_hand(long long *sum, const int *x, const int *y, int n)
{
    long long *d_sum;
    CUDA_CHECK(cudaMalloc(&d_sum, sizeof *d_sum));
    CUDA_CHECK(cudaMemset(d_sum, 0, sizeof *d_sum));
    if (n > 0)
        add_in_blocks<<<min(BLOCKS, ceil_div(n, BLOCK)), BLOCK>>>(d_sum, x, y, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(sum, d_sum, sizeof *sum, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_sum));
}
