// EXPECT sparse.segments: 0 points
//
// One thread multiplies the matrix, row after row.
#include "hostile.h"

__global__ static void multiply(float *y, SparseMatrix a, const float *x)
{
    for (int r = 0; r < a.rows; r++) {
        float sum = 0;
        for (int k = a.start[r]; k < a.start[r + 1]; k++)
            sum += a.value[k] * x[a.column[k]];
        y[r] = sum;
    }
}

extern "C" void sparse_segments(float *y, SparseMatrix a, const float *x)
{
    attempted();
    multiply<<<1, 1>>>(y, a, x);
}
