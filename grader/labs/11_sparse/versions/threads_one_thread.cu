// EXPECT sparse.threads.share: one thread per row
//
// One thread does all.
#define sparse_threads sound_sparse_threads
#include "../solutions/11_sparse/sparse.cu"
#undef sparse_threads

__global__ void my_product_threads(float *y, SparseMatrix a, const float *x)
{
    for (int row = 0; row < a.rows; row++) {
        float sum = 0;
        for (int k = a.start[row]; k < a.start[row + 1]; k++)
            sum += a.value[k] * x[a.column[k]];
        y[row] = sum;
    }
}

extern "C" void sparse_threads(float *y, SparseMatrix a, const float *x)
{
    if (a.rows > 0)
        my_product_threads<<<1, 1>>>(y, a, x);
    CUDA_CHECK(cudaGetLastError());
}
