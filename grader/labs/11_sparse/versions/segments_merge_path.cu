// EXPECT full marks
//
// Merge path: a thread takes the same number of rows and nonzeros, and adds with atomics what it
// has of its first and its last row.
#define sparse_segments sound_sparse_segments
#include "../solutions/11_sparse/sparse.cu"
#undef sparse_segments

enum { EACH = 16 }; // rows and nonzeros of a thread

__global__ void merge_rows(float *y, SparseMatrix a, const float *x)
{
    int begin = (blockIdx.x * BLOCK + threadIdx.x) * EACH, all = a.rows + a.nonzeros;
    if (begin >= all)
        return;
    int end = min(begin + EACH, all), low = max(0, begin - a.nonzeros), high = min(begin, a.rows);
    while (low < high) { // the first row that has not ended after `begin` steps
        int middle = (low + high) / 2;
        if (a.start[middle + 1] <= begin - middle - 1)
            low = middle + 1;
        else
            high = middle;
    }
    int row = low, k = begin - low;
    float sum = 0;
    for (int i = begin; i < end; i++) {
        if (row < a.rows && k >= a.start[row + 1]) {
            atomicAdd(&y[row++], sum);
            sum = 0;
        } else {
            sum += a.value[k] * x[a.column[k]];
            k++;
        }
    }
    if (row < a.rows)
        atomicAdd(&y[row], sum);
}

extern "C" void sparse_segments(float *y, SparseMatrix a, const float *x)
{
    if (a.rows == 0)
        return;
    CUDA_CHECK(cudaMemset(y, 0, a.rows * sizeof *y));
    merge_rows<<<ceil_div(a.rows + a.nonzeros, BLOCK * EACH), BLOCK>>>(y, a, x);
    CUDA_CHECK(cudaGetLastError());
}
