// EXPECT sparse.warps: 0 points
//
// One thread goes over all rows of the sparse matrix.
#include "hostile.h"

__global__ static void multiply(float *y, SparseMatrix a, const float *x)
{
    for (int row = 0; row < a.rows; row++) {
        float sum = 0;
        for (int k = a.start[row]; k < a.start[row + 1]; k++)
            sum += a.value[k] * x[a.column[k]];
        y[row] = sum;
    }
}

extern "C" void sparse_warps(float *y, SparseMatrix a, const float *x)
{
    attempted();
    if (a.rows > 0)
        multiply<<<1, 1>>>(y, a, x);
}
