// EXPECT sparse.threads.right: Invalid
// FIRST Invalid
//
// The end of a row belongs to the row: the last thread reads past the arrays.
#define sparse_threads sound_sparse_threads
#include "../solutions/11_sparse/sparse.cu"
#undef sparse_threads

__global__ void my_product_threads(float *y, SparseMatrix a, const float *x)
{
    int row = blockIdx.x * BLOCK + threadIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int k = a.start[row]; k <= a.start[row + 1]; k++)
        sum += a.value[k] * x[a.column[k]]; // WRONG
    y[row] = sum;
}

extern "C" void sparse_threads(float *y, SparseMatrix a, const float *x)
{
    if (a.rows > 0)
        my_product_threads<<<ceil_div(a.rows, BLOCK), BLOCK>>>(y, a, x);
    CUDA_CHECK(cudaGetLastError());
}
