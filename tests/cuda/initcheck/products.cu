// Products of matrices of registers that nothing was put into: a fragment that is not filled, one
// that is not loaded, sums that begin with nothing. Sums that begin with 0 in every round are fine,
// and so is a structure of which a member is not set.
// expect: initcheck error (uninitialised_register) sums "into matrix C, to which it adds, of"
// expect: initcheck error (uninitialised_register) operand "into matrix B of"
// expect: initcheck error (uninitialised_register) rounds "into matrix C, to which"
#include <mma.h>

using namespace nvcuda::wmma;
using A = fragment<matrix_a, 16, 16, 16, half, row_major>;
using B = fragment<matrix_b, 16, 16, 16, half, row_major>;
using C = fragment<accumulator, 16, 16, 16, float>;

__global__ void unfilled(float *c, const half *a)
{
    A fa;
    B fb;
    C fc;
    load_matrix_sync(fa, a, 16);
    load_matrix_sync(fb, a, 16);
    mma_sync(fc, fa, fb, fc); // [sums]
    store_matrix_sync(c, fc, 16, mem_row_major);
}

__global__ void unloaded(float *c, const half *a)
{
    A fa;
    B fb;
    C fc;
    fill_fragment(fc, 0.0f);
    load_matrix_sync(fa, a, 16);
    mma_sync(fc, fa, fb, fc); // [operand]
    store_matrix_sync(c, fc, 16, mem_row_major);
}

__global__ void in_rounds(float *c, const half *a, int n)
{
    A fa;
    B fb;
    C fc;
    for (int k = 0; k < n; k++) {
        load_matrix_sync(fa, a, 16);
        load_matrix_sync(fb, a, 16);
        mma_sync(fc, fa, fb, fc); // [rounds]
    }
    store_matrix_sync(c, fc, 16, mem_row_major);
}

struct Pair {
    float set, unset;
};

__global__ void right(float *c, const half *a, Pair *pairs, int n)
{
    A fa;
    B fb;
    C fc;
    for (int k = 0; k < n; k++) {
        if (k == 0)
            fill_fragment(fc, 0.0f);
        load_matrix_sync(fa, a, 16);
        load_matrix_sync(fb, a, 16);
        mma_sync(fc, fa, fb, fc);
    }
    store_matrix_sync(c, fc, 16, mem_row_major);
    Pair pair;
    pair.set = 1;
    pairs[threadIdx.x] = pair;
}

int main()
{
    float *c;
    half *a;
    Pair *pairs;
    cudaMalloc(&c, 256 * sizeof *c);
    cudaMalloc(&a, 256 * sizeof *a);
    cudaMalloc(&pairs, 32 * sizeof *pairs);
    cudaMemset(a, 0, 256 * sizeof *a);
    unfilled<<<1, 32>>>(c, a);
    unloaded<<<1, 32>>>(c, a);
    in_rounds<<<1, 32>>>(c, a, 3);
    right<<<1, 32>>>(c, a, pairs, 3);
    cudaFree(c);
    cudaFree(a);
    cudaFree(pairs);
}
