// EXPECT sparse.dense.right: want
//
// b is read as if it were stored column by column.
#define sparse_dense sound_sparse_dense
#include "../solutions/11_sparse/sparse.cu"
#undef sparse_dense

__global__ void my_product_dense(float *c, SparseMatrix a, const float *b, int width)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= a.rows * width)
        return;
    int row = i / width, col = i % width;
    float sum = 0;
    for (int k = a.start[row]; k < a.start[row + 1]; k++)
        sum += a.value[k] * b[col * a.cols + a.column[k]];
    c[i] = sum;
}

extern "C" void sparse_dense(float *c, SparseMatrix a, const float *b, int width)
{
    if (a.rows * width > 0)
        my_product_dense<<<ceil_div(a.rows * width, BLOCK), BLOCK>>>(c, a, b, width);
    CUDA_CHECK(cudaGetLastError());
}
