// EXPECT full marks
//
// Shuffles by exclusive or: every lane has the sum, and any of them writes.
#define product_warps sound_product_warps
#define sparse_warps sound_sparse_warps
#include "../solutions/11_sparse/sparse.cu"
#undef product_warps
#undef sparse_warps

__global__ void product_warps(float *y, SparseMatrix a, const float *x)
{
    int row = (blockIdx.x * BLOCK + threadIdx.x) / WARP_SIZE;
    int lane = threadIdx.x % WARP_SIZE;
    if (row >= a.rows)
        return; // the whole warp
    float sum = 0;
    for (int k = a.start[row] + lane; k < a.start[row + 1]; k += WARP_SIZE)
        sum += a.value[k] * x[a.column[k]];
    for (int distance = WARP_SIZE / 2; distance > 0; distance /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, distance);
    if (lane == 5)
        y[row] = sum;
}

extern "C" void sparse_warps(float *y, SparseMatrix a, const float *x)
{
    if (a.rows > 0)
        product_warps<<<ceil_div(a.rows, BLOCK / WARP_SIZE), BLOCK>>>(y, a, x);
    CUDA_CHECK(cudaGetLastError());
}
