// EXPECT full marks
// A block for each row: loads of 16 bytes, one barrier, neighbours in shared memory.
#include "lab.h"

__global__ void row_of_block(int *out, const int *in)
{
    __shared__ __align__(16) int row[ASYNC_ROW];
    int4 *vectors = (int4 *)row;
    size_t at = blockIdx.x * (size_t)ASYNC_ROW / 4 + threadIdx.x;
    int4 x = ((const int4 *)in)[at];
    vectors[threadIdx.x] = x;
    __syncthreads();
    int left = row[(4 * threadIdx.x + ASYNC_ROW - 1) % ASYNC_ROW];
    int right = row[(4 * threadIdx.x + 4) % ASYNC_ROW];
    ((int4 *)out)[at] = make_int4(left + 2 * x.x + x.y, x.x + 2 * x.y + x.z, x.y + 2 * x.z + x.w,
                                  x.z + 2 * x.w + right);
}

extern "C" void smooth_fastest(int *out, const int *in, int rows, int)
{
    if (rows > 0)
        row_of_block<<<rows, ASYNC_ROW / 4>>>(out, in);
    CUDA_CHECK(cudaGetLastError());
}
