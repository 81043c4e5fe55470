// EXPECT sparse.dense.rows: busiest thread
//
// One block of two warps computes all elements of c.
#define sparse_dense sound_sparse_dense
#include "../solutions/11_sparse/sparse.cu"
#undef sparse_dense

__global__ void product_of_block(float *c, SparseMatrix a, const float *b, int width)
{
    for (int i = threadIdx.x; i < a.rows * width; i += blockDim.x) {
        int row = i / width, col = i % width;
        float sum = 0;
        for (int k = a.start[row]; k < a.start[row + 1]; k++)
            sum += a.value[k] * b[a.column[k] * width + col];
        c[i] = sum;
    }
}

extern "C" void sparse_dense(float *c, SparseMatrix a, const float *b, int width)
{
    if (a.rows * width > 0)
        product_of_block<<<1, 64>>>(c, a, b, width);
    CUDA_CHECK(cudaGetLastError());
}
