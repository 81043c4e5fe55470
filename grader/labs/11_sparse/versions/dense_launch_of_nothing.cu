// EXPECT sparse.dense.right: was not launched
// FIRST was not launched
//
// No elements, but a launch.
#define sparse_dense sound_sparse_dense
#include "../solutions/11_sparse/sparse.cu"
#undef sparse_dense

extern "C" void sparse_dense(float *c, SparseMatrix a, const float *b, int width)
{
    product_dense<<<ceil_div(a.rows * width, BLOCK), BLOCK>>>(c, a, b, width); // WRONG
    CUDA_CHECK(cudaGetLastError());
}
