// EXPECT full marks
//
// Without the width: the first lane of a group adds only lanes of its group anyway. Two launches
// for the long rows.
#define sparse_lanes sound_sparse_lanes
#include "../solutions/11_sparse/sparse.cu"
#undef sparse_lanes

__global__ void any_lanes(float *y, SparseMatrix a, const float *x, int lanes)
{
    int row = (blockIdx.x * BLOCK + threadIdx.x) / lanes, lane = threadIdx.x % lanes;
    float sum = 0;
    if (row < a.rows)
        for (int k = a.start[row] + lane; k < a.start[row + 1]; k += lanes)
            sum += a.value[k] * x[a.column[k]];
    for (int distance = lanes / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (row < a.rows && lane == 0)
        y[row] = sum;
}

extern "C" void sparse_lanes(float *y, SparseMatrix a, const float *x, int lanes)
{
    if (lanes == 0)
        lanes = a.nonzeros / (a.rows + 1) > 32 ? 32 : 2;
    if (a.rows > 0)
        any_lanes<<<ceil_div(a.rows, BLOCK / lanes), BLOCK>>>(y, a, x, lanes);
    CUDA_CHECK(cudaGetLastError());
}
