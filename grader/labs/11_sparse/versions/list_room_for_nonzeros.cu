// EXPECT sparse.list.right: bytes after an allocation
// FIRST memset
//
// The counts get room for as many words as there are nonzeros.
#define make_rows sound_make_rows
#define sparse_from_list sound_sparse_from_list
#include "../solutions/11_sparse/sparse.cu"
#undef make_rows
#undef sparse_from_list

static void make_rows(int *start, int *column, float *value, const int *from_row,
                      const int *from_column, const float *from_value, int rows, int nonzeros)
{
    int *next;
    CUDA_CHECK(cudaMallocAsync(&next, (nonzeros + 1) * sizeof *next, 0));
    CUDA_CHECK(cudaMemsetAsync(next, 0, (rows + 1) * sizeof *next)); // WRONG
    if (nonzeros > 0)
        count_rows<<<ceil_div(nonzeros, BLOCK), BLOCK>>>(next, from_row, nonzeros);
    scan_counts<<<1, BLOCK>>>(start, next, rows);
    CUDA_CHECK(cudaMemcpyAsync(next, start, rows * sizeof *next, cudaMemcpyDeviceToDevice));
    if (nonzeros > 0)
        place_nonzeros<<<ceil_div(nonzeros, BLOCK), BLOCK>>>(column, value, next, from_row,
                                                             from_column, from_value, nonzeros);
    CUDA_CHECK(cudaFreeAsync(next, 0));
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void sparse_from_list(int *start, int *column, float *value, const int *from_row,
                                 const int *from_column, const float *from_value, int rows,
                                 int nonzeros)
{
    make_rows(start, column, value, from_row, from_column, from_value, rows, nonzeros);
    if (rows > 0)
        sort_rows<<<ceil_div(rows, BLOCK), BLOCK>>>(start, column, value, rows, nonzeros);
    CUDA_CHECK(cudaGetLastError());
}
