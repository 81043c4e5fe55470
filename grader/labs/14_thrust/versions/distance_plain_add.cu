// EXPECT thrust.distance.safe: Race reported
// FIRST Race reported
//
// The warps add without an atomic.
#define distance_by_hand sound_distance_by_hand
#include "../solutions/14_thrust/thrust.cu"
#undef distance_by_hand

__global__ void add_plainly(long long *sum, const int *x, const int *y, int n)
{
    long long mine = 0;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        mine += Distance()(x[i], y[i]);
    for (int step = WARP_SIZE / 2; step > 0; step /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, step);
    if (threadIdx.x % WARP_SIZE == 0)
        *sum += mine; // WRONG
}

extern "C" void distance_by_hand(long long *sum, const int *x, const int *y, int n)
{
    long long *d_sum;
    CUDA_CHECK(cudaMalloc(&d_sum, sizeof *d_sum));
    CUDA_CHECK(cudaMemset(d_sum, 0, sizeof *d_sum));
    if (n > 0)
        add_plainly<<<min(BLOCKS, ceil_div(n, BLOCK)), BLOCK>>>(d_sum, x, y, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(sum, d_sum, sizeof *sum, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_sum));
}
