// EXPECT full marks
//
// A fixed grid, whose threads take several rows.
#define sparse_threads sound_sparse_threads
#include "../solutions/11_sparse/sparse.cu"
#undef sparse_threads

__global__ void strided_rows(float *y, SparseMatrix a, const float *x)
{
    for (int row = blockIdx.x * BLOCK + threadIdx.x; row < a.rows; row += gridDim.x * BLOCK) {
        float sum = 0;
        for (int k = a.start[row], end = a.start[row + 1]; k < end; k++)
            sum = fmaf(a.value[k], x[a.column[k]], sum);
        y[row] = sum;
    }
}

extern "C" void sparse_threads(float *y, SparseMatrix a, const float *x)
{
    strided_rows<<<8, BLOCK>>>(y, a, x);
    CUDA_CHECK(cudaGetLastError());
}
