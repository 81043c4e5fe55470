// EXPECT sparse.dense.rows: sectors loaded per product
//
// One thread per row, with a loop over the columns.
#define sparse_dense sound_sparse_dense
#include "../solutions/11_sparse/sparse.cu"
#undef sparse_dense

__global__ void my_product_dense(float *c, SparseMatrix a, const float *b, int width)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= a.rows)
        return;
    int row = i;
    for (int col = 0; col < width; col++) {
        float sum = 0;
        for (int k = a.start[row]; k < a.start[row + 1]; k++)
            sum += a.value[k] * b[a.column[k] * width + col];
        c[row * width + col] = sum;
    }
}

extern "C" void sparse_dense(float *c, SparseMatrix a, const float *b, int width)
{
    if (a.rows * width > 0)
        my_product_dense<<<ceil_div(a.rows, BLOCK), BLOCK>>>(c, a, b, width);
    CUDA_CHECK(cudaGetLastError());
}
