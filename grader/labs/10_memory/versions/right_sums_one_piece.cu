// EXPECT full marks
//
// All managed memory in one allocation; a pointer into it for each row.
#define ragged_sums sound_ragged_sums
#include "../solutions/10_memory/memory.cu"
#undef ragged_sums

extern "C" void ragged_sums(long long *sums, const int *words, const int *start, int rows)
{
    if (rows <= 0)
        return;
    size_t n = start[rows] - start[0];
    char *all;
    CUDA_CHECK(cudaMallocManaged(&all, rows * (sizeof(long long) + sizeof(int *) + sizeof(int)) + n * sizeof(int)));
    long long *result = (long long *)all;
    int **row = (int **)(result + rows), *length = (int *)(row + rows), *mine = length + rows;
    for (size_t i = 0; i < n; i++)
        mine[i] = words[start[0] + i];
    for (int r = 0; r < rows; r++) {
        row[r] = mine + start[r] - start[0];
        length[r] = start[r + 1] - start[r];
    }
    sum_rows<<<ceil_div(rows, 32), 32>>>(result, row, length, rows);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaStreamSynchronize(0));
    for (int r = 0; r < rows; r++)
        sums[r] = result[r];
    CUDA_CHECK(cudaFree(all));
}
