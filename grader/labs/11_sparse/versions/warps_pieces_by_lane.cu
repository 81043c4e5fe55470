// EXPECT sparse.warps.rows: sectors loaded per nonzero
//
// Each lane takes a piece of the row: its neighbours are far away.
#define sparse_warps sound_sparse_warps
#include "../solutions/11_sparse/sparse.cu"
#undef sparse_warps

__global__ void my_product_warps(float *y, SparseMatrix a, const float *x)
{
    int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP_SIZE;
    int lane = threadIdx.x % WARP_SIZE;
    if (row >= a.rows)
        return; // the whole warp
    float sum = 0;
    int begin = a.start[row], end = a.start[row + 1], piece = ceil_div(end - begin, WARP_SIZE);
    for (int k = begin + lane * piece; k < end && k < begin + (lane + 1) * piece; k++)
        sum += a.value[k] * x[a.column[k]];
    for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (lane == 0)
        y[row] = sum;
}

extern "C" void sparse_warps(float *y, SparseMatrix a, const float *x)
{
    if (a.rows > 0)
        my_product_warps<<<ceil_div(a.rows, BLOCK / WARP_SIZE), BLOCK>>>(y, a, x);
    CUDA_CHECK(cudaGetLastError());
}
