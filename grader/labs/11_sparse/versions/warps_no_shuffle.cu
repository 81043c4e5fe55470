// EXPECT sparse.warps.right: nonzeros 0, 32, 64
//
// Lane 0 writes its own sum.
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
    for (int k = a.start[row] + lane; k < a.start[row + 1]; k += WARP_SIZE)
        sum += a.value[k] * x[a.column[k]];
    if (lane == 0)
        y[row] = sum;
}

extern "C" void sparse_warps(float *y, SparseMatrix a, const float *x)
{
    if (a.rows > 0)
        my_product_warps<<<ceil_div(a.rows, BLOCK / WARP_SIZE), BLOCK>>>(y, a, x);
    CUDA_CHECK(cudaGetLastError());
}
