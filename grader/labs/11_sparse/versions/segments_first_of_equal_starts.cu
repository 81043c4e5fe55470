// EXPECT sparse.segments.right: empty row before it
//
// The search finds the first of the rows that start at the same nonzero.
#define sparse_segments sound_sparse_segments
#include "../solutions/11_sparse/sparse.cu"
#undef sparse_segments

__device__ int my_find_row(const int *start, int first, int last, int k)
{
    while (first < last) {
        int middle = first + (last - first + 1) / 2;
        if (start[middle] <= k)
            first = middle;
        else
            last = middle - 1;
    }
    while (first > 0 && start[first - 1] == start[first])
        first--;
    return first;
}

__global__ void my_product_segments(float *y, SparseMatrix a, const float *x)
{
    int lane = threadIdx.x % WARP_SIZE;
    int begin = (blockIdx.x * BLOCK + threadIdx.x) / WARP_SIZE * SEGMENT;
    int end = min(begin + SEGMENT, a.nonzeros);
    if (begin >= end)
        return; // the whole warp
    int first = my_find_row(a.start, 0, a.rows - 1, begin);
    int last = my_find_row(a.start, first, a.rows - 1, end - 1);
    int carried_row = first;
    float carried = 0;
    for (int chunk = begin; chunk < end; chunk += WARP_SIZE) {
        int k = chunk + lane;
        int row = k < end ? my_find_row(a.start, first, last, k) : last;
        float sum = k < end ? a.value[k] * x[a.column[k]] : 0;
        if (lane == 0 && row == carried_row)
            sum += carried;
        else if (lane == 0)
            atomicAdd(&y[carried_row], carried);
        sum = scan_row(sum, row);
        int right_row = __shfl_down_sync(0xffffffff, row, 1);
        if (lane < WARP_SIZE - 1 && right_row != row)
            atomicAdd(&y[row], sum);
        carried = __shfl_sync(0xffffffff, sum, WARP_SIZE - 1);
        carried_row = __shfl_sync(0xffffffff, row, WARP_SIZE - 1);
    }
    if (lane == 0)
        atomicAdd(&y[carried_row], carried);
}

extern "C" void sparse_segments(float *y, SparseMatrix a, const float *x)
{
    if (a.rows > 0)
        CUDA_CHECK(cudaMemsetAsync(y, 0, a.rows * sizeof *y));
    if (a.nonzeros > 0)
        my_product_segments<<<ceil_div(a.nonzeros, SEGMENT * (BLOCK / WARP_SIZE)), BLOCK>>>(y, a,
                                                                                            x);
    CUDA_CHECK(cudaGetLastError());
}
