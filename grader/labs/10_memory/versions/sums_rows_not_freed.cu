// EXPECT memory.kinds.safe: managed memory
//
// The rows are never freed.
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
        if (length[r] > 0)
            CUDA_CHECK(cudaMallocManaged(&row[r], length[r] * sizeof(int))); // WRONG
        for (int i = 0; i < length[r]; i++)
            row[r][i] = words[start[r] + i];
    }
    sum_rows<<<ceil_div(rows, MEMORY_BLOCK), MEMORY_BLOCK>>>(result, row, length, rows);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    for (int r = 0; r < rows; r++) {
        sums[r] = result[r];
    }
    CUDA_CHECK(cudaFree(row));
    CUDA_CHECK(cudaFree(length));
    CUDA_CHECK(cudaFree(result));
}
