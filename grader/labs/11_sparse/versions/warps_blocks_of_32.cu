// EXPECT full marks
//
// A block is one warp; the sum is a butterfly, so that all lanes have it.
#define sparse_warps sound_sparse_warps
#include "../solutions/11_sparse/sparse.cu"
#undef sparse_warps

__global__ void one_warp_blocks(float *y, SparseMatrix a, const float *x)
{
    float sum = 0;
    for (int k = a.start[blockIdx.x] + threadIdx.x; k < a.start[blockIdx.x + 1]; k += WARP_SIZE)
        sum += a.value[k] * x[a.column[k]];
    for (int other = 1; other < WARP_SIZE; other *= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, other);
    if (threadIdx.x == 5)
        y[blockIdx.x] = sum;
}

extern "C" void sparse_warps(float *y, SparseMatrix a, const float *x)
{
    if (a.rows > 0)
        one_warp_blocks<<<a.rows, WARP_SIZE>>>(y, a, x);
    CUDA_CHECK(cudaGetLastError());
}
