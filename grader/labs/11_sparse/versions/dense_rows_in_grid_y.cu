// EXPECT sparse.dense.right: cudaErrorInvalidValue
//
// A row of blocks for each row: more than 65535 are not possible.
#define product_dense sound_product_dense
#define sparse_dense sound_sparse_dense
#include "../solutions/11_sparse/sparse.cu"
#undef product_dense
#undef sparse_dense

__global__ void product_dense(float *c, SparseMatrix a, const float *b, int width)
{
    int row = blockIdx.y, col = blockIdx.x * BLOCK + threadIdx.x;
    if (col >= width)
        return;
    int i = row * width + col;
    float sum = 0;
    for (int k = a.start[row]; k < a.start[row + 1]; k++)
        sum += a.value[k] * b[a.column[k] * width + col];
    c[i] = sum;
}

extern "C" void sparse_dense(float *c, SparseMatrix a, const float *b, int width)
{
    if (a.rows * width > 0)
        product_dense<<<dim3(ceil_div(width, BLOCK), a.rows), BLOCK>>>(c, a, b, width);
    CUDA_CHECK(cudaGetLastError());
}
