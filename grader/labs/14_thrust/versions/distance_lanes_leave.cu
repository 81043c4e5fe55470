// EXPECT thrust.distance.hand: reads a lane that takes no part
// FIRST reads a lane that takes no part
//
// Threads without an element leave before the shuffles.
#define add_distances sound_add_distances
#define distance_by_hand sound_distance_by_hand
#include "../solutions/14_thrust/thrust.cu"
#undef add_distances
#undef distance_by_hand

__global__ void add_distances(long long *sum, const int *x, const int *y, int n)
{
    unsigned long long mine = 0;
    if (blockIdx.x * BLOCK + threadIdx.x >= n)
        return;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        mine += Distance()(x[i], y[i]);
    for (int step = WARP_SIZE / 2; step > 0; step /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, step); // WRONG
    if (threadIdx.x % WARP_SIZE == 0)
        atomicAdd((unsigned long long *)sum, mine);
}

extern "C" void distance_by_hand(long long *sum, const int *x, const int *y, int n)
{
    long long *d_sum;
    CUDA_CHECK(cudaMalloc(&d_sum, sizeof *d_sum));
    CUDA_CHECK(cudaMemset(d_sum, 0, sizeof *d_sum));
    if (n > 0)
        add_distances<<<min(BLOCKS, ceil_div(n, BLOCK)), BLOCK>>>(d_sum, x, y, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(sum, d_sum, sizeof *sum, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_sum));
}
