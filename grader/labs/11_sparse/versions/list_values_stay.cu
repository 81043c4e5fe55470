// EXPECT sparse.list.right: first at value[
//
// The column goes to the place in the row, the value stays where it was in the list.
#define place_nonzeros sound_place_nonzeros
#define make_rows sound_make_rows
#define sparse_from_list sound_sparse_from_list
#include "../solutions/11_sparse/sparse.cu"
#undef place_nonzeros
#undef make_rows
#undef sparse_from_list

__global__ void place_nonzeros(int *column, float *value, int *next, const int *from_row,
                               const int *from_column, const float *from_value, int nonzeros)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= nonzeros)
        return;
    int place = atomicAdd(&next[from_row[i]], 1);
    column[place] = from_column[i];
    value[i] = from_value[i];
}

static void make_rows(int *start, int *column, float *value, const int *from_row,
                      const int *from_column, const float *from_value, int rows, int nonzeros)
{
    int *next;
    CUDA_CHECK(cudaMallocAsync(&next, (rows + 1) * sizeof *next, 0));
    CUDA_CHECK(cudaMemsetAsync(next, 0, (rows + 1) * sizeof *next));
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
