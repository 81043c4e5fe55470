// EXPECT memory.kinds.sums: Invalid
//
// The rows stay in pageable memory of the host.
#define ragged_sums sound_ragged_sums
#include "../solutions/10_memory/memory.cu"
#undef ragged_sums

extern "C" void ragged_sums(long long *sums, const int *words, const int *start, int rows)
{
    if (rows == 0)
        return;
    int **row, *length;
    long long *result;
    CUDA_CHECK(cudaMallocManaged(&row, rows * sizeof *row));
    CUDA_CHECK(cudaMallocManaged(&length, rows * sizeof *length));
    CUDA_CHECK(cudaMallocManaged(&result, rows * sizeof *result));
    for (int r = 0; r < rows; r++) {
        length[r] = start[r + 1] - start[r];
        row[r] = NULL;
        row[r] = (int *)words + start[r];
    }
    sum_rows<<<ceil_div(rows, MEMORY_BLOCK), MEMORY_BLOCK>>>(result, row, length, rows);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int r = 0; r < rows; r++)
        sums[r] = result[r];
    CUDA_CHECK(cudaFree(row));
    CUDA_CHECK(cudaFree(length));
    CUDA_CHECK(cudaFree(result));
}
