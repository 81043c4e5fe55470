// EXPECT sparse.lanes.right: first lane of its group
//
// The first lane of a group writes its own sum.
#define sparse_lanes sound_sparse_lanes
#include "../solutions/11_sparse/sparse.cu"
#undef sparse_lanes

template <int LANES> __device__ float my_add_lanes(float value)
{
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        value += __shfl_down_sync(0xffffffff, value, distance, LANES);
    return value;
}

template <int LANES> __global__ void my_product_lanes(float *y, SparseMatrix a, const float *x)
{
    int row = (blockIdx.x * BLOCK + threadIdx.x) / LANES;
    int lane = threadIdx.x % LANES;
    float sum = 0;
    if (row < a.rows)
        for (int k = a.start[row] + lane; k < a.start[row + 1]; k += LANES)
            sum += a.value[k] * x[a.column[k]];
    if (row < a.rows && lane == 0)
        y[row] = sum;
}

template <int LANES> static void my_launch_lanes(float *y, SparseMatrix a, const float *x)
{
    if (a.rows > 0)
        my_product_lanes<LANES><<<ceil_div(a.rows, BLOCK / LANES), BLOCK>>>(y, a, x);
    CUDA_CHECK(cudaGetLastError());
}

extern "C" void sparse_lanes(float *y, SparseMatrix a, const float *x, int lanes)
{
    switch (lanes ? lanes : choose_lanes(a.rows, a.nonzeros)) {
    case 1: return my_launch_lanes<1>(y, a, x);
    case 2: return my_launch_lanes<2>(y, a, x);
    case 4: return my_launch_lanes<4>(y, a, x);
    case 8: return my_launch_lanes<8>(y, a, x);
    case 16: return my_launch_lanes<16>(y, a, x);
    default: return my_launch_lanes<32>(y, a, x);
    }
}
