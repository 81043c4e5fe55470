// EXPECT sparse.segments.balance: busiest thread
//
// One warp per row.
#define sparse_segments sound_sparse_segments
#include "../solutions/11_sparse/sparse.cu"
#undef sparse_segments

extern "C" void sparse_segments(float *y, SparseMatrix a, const float *x)
{
    if (a.rows > 0)
        CUDA_CHECK(cudaMemsetAsync(y, 0, a.rows * sizeof *y));
    if (a.rows > 0)
        product_warps<<<ceil_div(a.rows, BLOCK / WARP_SIZE), BLOCK>>>(y, a, x);
    CUDA_CHECK(cudaGetLastError());
}
