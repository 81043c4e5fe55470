// EXPECT full marks
//
// The search looks for the first row that begins behind k.
#define find_row sound_find_row
#define product_segments sound_product_segments
#define sparse_segments sound_sparse_segments
#include "../solutions/11_sparse/sparse.cu"
#undef find_row
#undef product_segments
#undef sparse_segments

__device__ int find_row(const int *start, int first, int last, int k)
{
    int low = first, high = last + 1; // the first row that starts behind k
    while (low < high) {
        int middle = (low + high) / 2;
        if (start[middle] > k)
            high = middle;
        else
            low = middle + 1;
    }
    first = low - 1;
    return first;
}

__global__ void product_segments(float *y, SparseMatrix a, const float *x)
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
    CUDA_CHECK(cudaMemset(y, 0, a.rows * sizeof *y));
    if (a.nonzeros > 0)
        product_segments<<<ceil_div(a.nonzeros, SEGMENT * (BLOCK / WARP_SIZE)), BLOCK>>>(y, a, x);
    CUDA_CHECK(cudaGetLastError());
}
