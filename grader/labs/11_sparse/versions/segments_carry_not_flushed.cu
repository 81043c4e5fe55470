// EXPECT sparse.segments.right: want
//
// What is carried is lost where the next 32 nonzeros begin with another row.
#define sparse_segments sound_sparse_segments
#include "../solutions/11_sparse/sparse.cu"
#undef sparse_segments

__global__ void my_product_segments(float *y, SparseMatrix a, const float *x)
{
    int lane = threadIdx.x % WARP_SIZE;
    int begin = (blockIdx.x * BLOCK + threadIdx.x) / WARP_SIZE * SEGMENT;
    int end = min(begin + SEGMENT, a.nonzeros);
    if (begin >= end)
        return; // the whole warp
    int first = find_row(a.start, 0, a.rows - 1, begin);
    int last = find_row(a.start, first, a.rows - 1, end - 1);
    int carried_row = first;
    float carried = 0;
    for (int chunk = begin; chunk < end; chunk += WARP_SIZE) {
        int k = chunk + lane;
        int row = k < end ? find_row(a.start, first, last, k) : last;
        float sum = k < end ? a.value[k] * x[a.column[k]] : 0;
        if (lane == 0 && row == carried_row)
            sum += carried;
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
