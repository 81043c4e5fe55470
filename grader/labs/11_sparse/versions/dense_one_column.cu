// EXPECT sparse.dense.right: got nothing
//
// One thread per row, for the first column.
#define sparse_dense sound_sparse_dense
#include "../solutions/11_sparse/sparse.cu"
#undef sparse_dense

__global__ void my_product_dense(float *c, SparseMatrix a, const float *b, int width)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= a.rows * width || i % width > 0)
        return;
    int row = i / width, col = i % width;
    float sum = 0;
    for (int k = a.start[row]; k < a.start[row + 1]; k++)
        sum += a.value[k] * b[a.column[k] * width + col];
    c[i] = sum;
}

extern "C" void sparse_dense(float *c, SparseMatrix a, const float *b, int width)
{
    if (a.rows * width > 0)
        my_product_dense<<<ceil_div(a.rows * width, BLOCK), BLOCK>>>(c, a, b, width);
    CUDA_CHECK(cudaGetLastError());
}
